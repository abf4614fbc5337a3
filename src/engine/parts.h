// Steps that were split into parts: which step a part belongs to, and whether a new plan is the old one with one step
// split. Pure; knows neither lanes nor units.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"
#include "model/outcome.h"

namespace forge {

// `s1.2` is a part of `s1` when the plan has both and `s1` waits for it.
std::vector<StepId> PartsOf(const PlanRef& plan, const StepId& step);
bool IsPart(const PlanRef& plan, const StepId& step);

// Is `after` the same plan with `step` split, and nothing else changed? The new steps are called `step.N`; `step` waits
// for them; they depend only on one another and on what it depended on, and write only where it may.
bool IsDecomposition(const PlanRef& before, const PlanRef& after, const StepId& step, Braces braces = Braces::kChoices);

// What the agent is told when a step starts whose parts are settled; empty when it has no parts.
std::string PartsDone(const State& state, int place);

}  // namespace forge
