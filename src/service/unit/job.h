// One unit to carry out, as values: made on the loop's thread, used on the unit's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/state.h"
#include "model/json.h"
#include "model/outcome.h"
#include "pipeline/pipeline.h"

namespace forge {

// A step that is done and that this one builds on.
struct Dependency {
  StepId id;
  std::string title;
  std::string snapshot;               // its last one; empty when nothing was isolated
  std::vector<std::string> declared;  // what it said it would write
};

struct Job {
  RunId run;
  Unit unit;
  Stage stage;
  std::optional<Member> member;
  std::optional<StepSpec> step;
  std::string pipeline;                  // its name
  std::string lane;                      // "run" or the step's id: names worktree and artifacts
  std::string snapshot;                  // the lane's last known commit
  std::string saw_last;                  // what it was when this stage, or member, looked in the round before
  std::vector<std::string> all_verify;   // of every settled step: what a check on the run's lane proves again
  std::vector<Dependency> dependencies;  // of the step, those that are done, in the order it names them
  bool serial = false;                   // a step of a small plan whose steps all wait for each other
  std::vector<std::string> open_steps;   // of an integration: the others that are neither done nor skipped, 64 at most
  std::vector<std::string> done_steps;   // of an agent on the run's lane: the steps that are done, 64 at most
  std::vector<StepSpec> criteria;        // of the check `evidence`: the step, or every step that is done
  std::string objective;
  std::string plan_hash;
  std::string risk;  // "high": of the step that this run plans and builds, as its parent's plan says
  Json records;      // for gates
  Json answers;
  std::vector<std::string> pruned;            // what the step was excused from: checks no longer ask for it
  std::vector<std::string> dropped;           // what done steps still owe, with their names: the next agents are told
  std::vector<std::string> review_artifacts;  // of this lane, in stage order: what `reviews` shows
};

// The role that the unit asks: the member's, or the stage's.
const std::string& RoleOf(const Job& job);

// The outcome of a unit that could not be carried out. What the machine lacked is never the unit's fault.
UnitOutcome FailedUnit(ErrorClass error_class, const Error& error);

Job MakeJob(const State& state, const Unit& unit, RunId run);

}  // namespace forge
