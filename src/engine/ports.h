// What the engine needs of the world. The store, the agents and the workspaces implement these; tests have twins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/core.h"
#include "engine/state.h"

namespace forge {

// One line of the journal.
struct JournalRow {
  std::int64_t seq = 0;
  TimePoint at;
  std::string kind;
  StepId step;
  std::string stage;
  int iteration = 0;
  int attempt = 0;
  bool is_input = false;  // only inputs are folded; the other rows are for readers
  std::string data;       // JSON, one line
};

// Projections: what `list`, `status` and `questions` read without a fold.
struct RunRow {
  RunId id;
  std::string slug;
  std::string objective;
  std::string pipeline;
  RunStatus status = RunStatus::kActive;  // as people see it (Outlook)
  std::string reason;
  std::string stage;  // of the run's own lane
  RunId parent;
  StepId parent_step;
  UnitId parent_unit;  // the unit of the parent that waits for this run; 0: none
  std::int64_t steps_total = 0;
  std::int64_t steps_done = 0;
  std::int64_t units = 0;
  std::int64_t tokens = 0;
  double usd = 0;
  std::string plan_path;
  TimePoint created, updated;
};

struct StepRow {
  int place = 0;
  StepId id;
  std::string title;
  StepStatus status = StepStatus::kPending;
  std::string stage;  // of its lane
  int attempts = 0;
  std::string reason;
  std::string snapshot;
};

struct UnitRow {
  UnitId id;
  UnitKind kind = UnitKind::kAgent;
  StepId step;
  std::string stage;
  std::string member;
  int iteration = 0;
  int attempt = 0;
  UnitStatus status = UnitStatus::kRunning;
  std::string error_class;
  std::string summary;
  Usage usage;
  std::int64_t pid = 0, pid_start = 0;
  TimePoint started, ended;
};

// What a unit was asked that left nothing else. A unit with files of its own has it among these.
struct AskedRow {
  UnitId unit;
  std::string prompt;
  std::string request;  // JSON: the model, the tools and the reasons
};

struct InboxReply {
  std::int64_t message = 0;
  bool accepted = true;
  std::string text;  // why not
};

// What one turn of the loop makes durable, in one transaction.
struct Batch {
  RunId run;
  std::vector<JournalRow> rows;
  RunRow run_row;
  std::vector<StepRow> steps;
  bool replace_steps = false;  // the plan changed: drop rows of steps that are gone
  std::vector<UnitRow> units;
  std::vector<AskedRow> asked;  // of units that end with this batch; the engine itself adds none
  std::vector<Question> questions;
  std::set<RunId> blockers;  // all of them; the store reports when one ends
  std::vector<InboxReply> replies;
};

class Journal {
 public:
  virtual ~Journal() = default;
  // Durable when it returns. After a failure every further call fails: memory may be ahead of the disk. Only after
  // kExhausted the same batch may be recorded again: nothing of it was written.
  virtual Status Record(const Batch& batch) = 0;
};

// A command from another process.
struct InboxMessage {
  std::int64_t id = 0;
  Input input;
};

class Inbox {
 public:
  virtual ~Inbox() = default;
  // New messages for the run, oldest first; cheap when there are none.
  virtual Result<std::vector<InboxMessage>> Poll(RunId run) = 0;
};

// Carries units out. The loop calls Start on its own thread with the state that decided it. Start copies what it needs
// and returns at once; the outcome comes back through the InputQueue.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void Start(const State& state, const Unit& unit) = 0;
  virtual void Stop(UnitId unit) = 0;  // no effect when it has ended
};

// Now() is the time of the journal: it never goes back, and a step of the wall clock does not show in it. Wall() is the
// time of the world: by it providers say when a limit ends.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() = 0;
  virtual TimePoint Wall() { return Now(); }
};

}  // namespace forge
