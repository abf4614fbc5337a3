// Drives one run: decide, record, act, wait. Knows ports, not processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "base/result.h"
#include "engine/core.h"
#include "engine/ports.h"
#include "engine/queue.h"

namespace forge {

// What the loop knows of the run besides its state.
struct RunIdentity {
  RunId id;
  std::string slug;
  UnitId parent_unit;
  TimePoint created;
};

// Folds journal rows (inputs only are looked at). An input that the core refuses means the journal is corrupt.
Result<State> Fold(const std::vector<JournalRow>& rows);

class RunLoop {
 public:
  struct Ports {
    Journal& journal;
    Inbox& inbox;
    Executor& executor;
    Clock& clock;
    InputQueue& queue;
  };

  // `next_seq`: the number of the first row this loop writes.
  RunLoop(RunIdentity identity, State state, std::int64_t next_seq, Ports ports);

  // Called after each recorded batch, on the loop's thread: for progress display.
  std::function<void(const State&, const Batch&)> on_batch;
  // Called on each turn, at least every 50 ms: heartbeats, signals. Returning an error ends the loop.
  std::function<Status()> on_turn;
  // Ends the loop once `units` more units have ended and nothing is in flight (`forge next`); 0: no such limit.
  int unit_limit = 0;

  // Starts what is pending and goes on until the run is settled. What a crash leaves behind is a journal to fold.
  Result<RunStatus> Run();

  // One input from this process, recorded at once (for commands on a run that nobody drives). The actions stay pending.
  Status Apply(Input input);

  const State& state() const { return state_; }

 private:
  Status Turn(std::vector<Input> inputs, std::vector<InboxMessage> messages);
  Status Absorb(const Input& input, TimePoint at, Batch& batch, std::vector<Action>& actions, std::set<int>& steps,
                std::set<UnitId>& units, std::set<QuestionId>& questions);
  void Act(const std::vector<Action>& actions);
  std::vector<Input> DueTimers();
  std::chrono::milliseconds NextWait();

  RunIdentity identity_;
  State state_;
  std::int64_t next_seq_;
  Ports ports_;
  std::map<std::int64_t, TimePoint> timers_;
  std::map<UnitId, UnitRow> rows_;  // of units in flight, completed into rows when they end
  int units_ended_ = 0;
};

}  // namespace forge
