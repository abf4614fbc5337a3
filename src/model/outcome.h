// What became of one unit: everything the core needs to decide the next move, and nothing it has to ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "model/step.h"
#include "model/usage.h"
#include "model/words.h"

namespace forge {

struct ArtifactRef {
  std::string name;  // "PLAN.md"
  std::string sha256;
  std::int64_t bytes = 0;
  bool operator==(const ArtifactRef&) const = default;
};

// The current plan: the hash of the content that matters, and its steps.
struct PlanRef {
  std::string hash;
  std::string path;  // relative to the repository
  std::vector<StepSpec> steps;
  bool operator==(const PlanRef&) const = default;
};

struct UnitOutcome {
  UnitStatus status = UnitStatus::kDone;

  // kFailed
  ErrorClass error_class = ErrorClass::kUnknown;
  std::string error;
  TimePoint retry_at;                // the provider's own word on when, by the wall clock; 0: none
  std::int64_t wall_ahead_ms = 0;    // of the journal's time, when the unit ended; known where retry_at is
  std::vector<std::string> used_up;  // of kBudget: the limits (LimitsOn) that are used up with what is in flight

  // A unit of a stage with a verdict; for panels, this member's.
  std::optional<Verdict> verdict;
  // Failing findings, concerns or checks: what `converge = "decreasing"` counts.
  std::int64_t failures = 0;

  // Gate units: does `when` apply, does the gate hold, and if not, why.
  bool applies = true;
  bool holds = true;
  std::vector<std::string> reasons;

  // Check units.
  bool passed = true;
  double score = 1;

  std::string summary;  // one line for people
  Json result;          // the result block, when the role has one
  std::vector<ArtifactRef> artifacts;
  std::optional<PlanRef> plan;       // set when this unit (re)wrote the plan
  std::string snapshot;              // commit that holds the workspace after the unit; empty: no workspace
  bool unmerged = false;             // the snapshot has changes that the run's branch does not have
  std::vector<std::string> touched;  // files that work which was sent back has changed; empty: none, or too many
  Usage usage;

  bool operator==(const UnitOutcome&) const = default;
};

// Members at their default are left out, so a no-op unit costs a few bytes in the journal.
Json ToJson(const UnitOutcome& outcome);
Result<UnitOutcome> OutcomeFromJson(const Json& json);
Json ToJson(const PlanRef& plan);
Result<PlanRef> PlanRefFromJson(const Json& json);

}  // namespace forge
