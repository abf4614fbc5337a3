// The loop's ports in memory. Each twin keeps what it was asked; together they write one log, so that a test can say
// what came before what.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/ports.h"
#include "engine/queue.h"

namespace forge::testing {

using Log = std::vector<std::string>;

class MemoryJournal : public Journal {
 public:
  explicit MemoryJournal(Log& log) : log_(log) {}
  Status Record(const Batch& batch) override;  // "record started,unit-started"

  int fail_at = 0;  // the n-th call and all after it fail; 0: none
  std::vector<JournalRow> rows;
  std::vector<Batch> batches;

  // The projections as a store would hold them.
  std::optional<RunRow> run;
  std::map<int, StepRow> steps;
  std::map<UnitId, UnitRow> units;
  std::map<QuestionId, Question> questions;
  std::vector<InboxReply> replies;

 private:
  Log& log_;
  int calls_ = 0;
};

class MemoryInbox : public Inbox {
 public:
  Result<std::vector<InboxMessage>> Poll(RunId run) override;
  void Put(Input input);

  bool broken = false;

 private:
  std::deque<InboxMessage> messages_;
  std::int64_t next_ = 1;
};

class FakeClock : public Clock {
 public:
  TimePoint Now() override { return now; }
  TimePoint Wall() override { return TimePoint{now.ms + wall_ahead_ms}; }
  TimePoint now{1'000'000};
  std::int64_t wall_ahead_ms = 0;
};

// Ends every unit at once with what `answer` says; without an answer the unit stays in flight until it is stopped.
class ScriptedExecutor : public Executor {
 public:
  using Answer = std::function<std::optional<UnitOutcome>(const State&, const Unit&)>;

  ScriptedExecutor(InputQueue& queue, Log& log) : queue_(queue), log_(log) {}
  void Start(const State& state, const Unit& unit) override;  // "start 3 plan"
  void Stop(UnitId unit) override;                            // "stop 3"

  Answer answer;
  std::set<UnitId> running;
  std::vector<Unit> started;

 private:
  InputQueue& queue_;
  Log& log_;
};

}  // namespace forge::testing
