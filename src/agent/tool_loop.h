// Notices an agent that goes in circles: the same tool calls again and again, with nothing new. Pure: time and the
// workspace are told to it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "agent/runtime.h"

namespace forge {

struct LoopSign {
  bool ends = false;  // else it is a warning
  std::string text;   // "made the same call 8 times with the same result: Bash {"command":"make test"}"
};

class ToolLoop {
 public:
  using Milliseconds = std::chrono::milliseconds;
  // Whether something in the workspace changed within that time.
  using Changed = std::function<bool(Milliseconds)>;

  // After `most` calls in a circle whose results are the same as well, the agent is to be ended, after half of them
  // warned; where only the calls are the same, twice as many are allowed. An agent in whose workspace something changed
  // meanwhile works. 0: never anything.
  ToolLoop(std::int64_t most, Changed changed);

  // Every event of the agent, in order; of those calls and results count. `now` is any clock that does not go back.
  std::optional<LoopSign> Take(const AgentEvent& event, Milliseconds now);

 private:
  static constexpr std::size_t kLongestCircle = 4;

  struct Call {
    std::size_t asked = 0;  // a hash of the call; with its result in `whole`
    std::size_t whole = 0;
    std::string words;
    Milliseconds at{0};
  };
  // How many calls at the end repeat the one `length` before them.
  struct Repeats {
    std::size_t asked = 0, whole = 0;
  };

  void Count();
  std::size_t Length(std::size_t Repeats::* which) const;         // of the circle; 0: none
  bool ChangedDuring(std::size_t calls, Milliseconds now) const;  // the last calls
  std::optional<LoopSign> Judge(Milliseconds now) const;
  LoopSign Sign(bool ends, std::size_t calls, std::size_t length, bool same_results) const;

  std::size_t most_;
  Changed changed_;
  std::deque<Call> open_;                              // calls without a result yet
  std::deque<Call> calls_;                             // the last ones with their results
  std::array<Repeats, kLongestCircle + 1> repeats_{};  // by the circle's length
};

}  // namespace forge
