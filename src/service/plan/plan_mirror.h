// Keeps a plan document's status line and step states in line with its run. The store holds the truth; the document
// shows it to readers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/state.h"
#include "service/plan/plans.h"

namespace forge {

class PlanMirror {
 public:
  struct StepShown {
    StepStatus status;
    bool begun;  // here, and not by what was imported
    bool operator==(const StepShown&) const = default;
  };

  explicit PlanMirror(const Project& project) : plans_(project) {}

  // Has the plan's status changed since it was last shown?
  bool Moved(const State& state) const;
  // Writes status and step states where the document says something else, and keeps the text of the plan that the run
  // has, also as the approved one if a person has approved it. A missing plan is an error that says what to do.
  Status Show(const State& state);

 private:
  Status KeepText(const PlanRef& plan);
  Status KeepApproved(const State& state);

  Plans plans_;
  // As it was last shown.
  std::optional<PlanStatus> status_;
  std::vector<StepShown> steps_;
  std::string text_, hash_;
  std::string taken_;     // the hash of the plan whose text is kept
  std::string approved_;  // and of the one that is kept as approved
};

// A person edited the plan of a run. A settled step that they left alone stays as the run knows it, also if a newer
// Forge reads its text otherwise: it is not done again. `before`: the text of the plan that the run has. Pure.
void KeepSettledSteps(const State& state, const std::string& before, PlanRef& plan);

// The status that a run gives its plan; docs/plans.md has the table.
PlanStatus PlanStatusOf(const State& state);

}  // namespace forge
