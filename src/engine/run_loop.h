// Drives one run: decide, record, act, wait. Knows ports, not processes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/core.h"
#include "engine/ports.h"
#include "engine/queue.h"
#include "engine/unit_allowance.h"

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
  // So often a turn is taken at least, and the inbox looked into.
  std::chrono::milliseconds longest_wait{50};
  // Called on each turn: heartbeats, signals. An error ends the loop.
  std::function<Status()> on_turn;
  // Begins no more units than this allows, and pauses the run when they have ended. Gates do not count, nor units that
  // are runs: units of theirs do. Null: no limit.
  std::shared_ptr<UnitAllowance> allowance;

  // Starts what is pending and continues until the run is settled, or all units in flight are dormant (then kWaiting).
  // A crash leaves a journal to fold.
  Result<RunStatus> Run();

  // One input from this process, recorded at once: a command on a run that is not running. The actions stay pending.
  Status Apply(Input input);
  // The messages in its inbox and those that they lead to, recorded and answered; also for a run that is not running.
  Status TakeMessages();

  const State& state() const { return state_; }

 private:
  // What one turn gathers before it is recorded.
  struct Gathered {
    Batch batch;
    std::vector<Action> actions;
    Touched touched;
    std::map<UnitId, UnitOutcome> ended;
    bool empty() const { return batch.rows.empty() && batch.replies.empty(); }
  };

  Status TakeOver();
  Result<bool> GoesOn();
  Status Turn(std::vector<Input> inputs, std::vector<InboxMessage> messages);
  Status Pause(TimePoint at, Gathered& gathered);
  Status EndStopped(TimePoint at, Gathered& gathered);
  void Take(InboxMessage message, TimePoint at, Gathered& gathered);
  Status Absorb(Input input, TimePoint at, Gathered& gathered);
  Status Record(TimePoint at, Gathered& gathered);
  void AddRows(TimePoint at, Gathered& gathered);
  void Show(const Gathered& gathered);
  void Act(const std::vector<Action>& actions);
  void StartOne(UnitId id);
  bool UsesUpAllowance(const Input& input);
  bool Counts(const Ended& ended) const;
  void AddDueTimers(std::vector<Input>& inputs);
  std::int64_t LeftOf(const SetTimer& timer);
  std::chrono::milliseconds NextWait();
  bool AllDormant();

  RunIdentity identity_;
  State state_;
  std::int64_t next_seq_;
  Ports ports_;
  std::map<std::int64_t, SetTimer> timers_;
  std::map<UnitId, UnitRow> unit_rows_;  // of units in flight, until their end completes them
  std::set<UnitId> dormant_;
  std::set<UnitId> beyond_limit_;  // decided on, but not begun because of the allowance
  Status health_;                  // of the journal
};

}  // namespace forge
