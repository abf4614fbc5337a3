// When to say that work goes on though nothing is new: at the interval of the plan's `**Heartbeat:**`. The caller
// passes the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/ids.h"
#include "engine/state.h"
#include "service/project.h"

namespace forge {

class QuietClock {
 public:
  // Reads the interval from the document when the run has another plan than before.
  void Know(const Project& project, const State& state);
  void News(TimePoint now) { last_ = now; }
  // News only if it is another text than the last one.
  void News(const std::string& text, TimePoint now);
  // Whether nothing was new for the interval; then it begins again.
  bool IsDue(TimePoint now);
  // How often IsDue has to be asked: it is late by a quarter at most.
  std::chrono::milliseconds interval() const;

 private:
  std::int64_t every_ms_ = 0;  // 0: never due
  std::string plan_;           // its hash
  std::string text_;
  TimePoint last_;
};

}  // namespace forge
