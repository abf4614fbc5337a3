// The pure core: state + input -> state + actions. No clock, no files, no threads, no randomness: `at` is data.
#pragma once

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "engine/input.h"
#include "engine/state.h"

namespace forge {

// Carry the unit out and post Ended for it. Idempotent by unit id.
struct StartUnit {
  UnitId unit;
};
// End its processes; Ended with status cancelled follows.
struct StopUnit {
  UnitId unit;
};
struct SetTimer {
  std::int64_t timer = 0;
  TimePoint due;
  TimePoint until;  // instead, by the wall clock; 0: none
};
// The run has ended or failed.
struct Finish {
  RunStatus status = RunStatus::kCompleted;
};

using Action = std::variant<StartUnit, StopUnit, SetTimer, Finish>;

// One line of the log that is not an input: what the core decided.
struct Note {
  std::string kind;  // docs/events.md lists them
  StepId step;
  std::string stage;
  int iteration = 0;
  int attempt = 0;
  Json data;
};

// What changed, so that the loop writes only those rows.
struct Touched {
  std::set<int> steps;
  std::set<UnitId> units;
  std::set<QuestionId> questions;
};

struct StepMove {
  int place = 0;
  StepStatus from = StepStatus::kPending;
  StepStatus to = StepStatus::kPending;
};

struct Decision {
  std::vector<Action> actions;
  std::vector<Note> notes;
  std::vector<StepMove> moves;  // in the order they were made
  Touched touched;
};

// Applies one input. Refuses an illegal one, and one about something that is over (a second Ended of one unit); a
// refusal says why and leaves the state as it was. Only kCorrupt does not: the inputs led to a move that no rule allows
// (a damaged journal), and the state is of no use any more.
Result<Decision> Decide(State& state, const TimedInput& input);

// After a fold: the actions of all units and timers that have not ended. A unit told to stop is not started again.
std::vector<Action> Pending(const State& state);

}  // namespace forge
