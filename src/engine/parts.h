// Steps that became several: whose part a step is, and whether a new plan is the old one with a step taken apart. Pure;
// knows neither lanes nor units.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"
#include "model/outcome.h"

namespace forge {

// `s1.2` is a part of `s1` when the plan has both and `s1` waits for it.
std::vector<StepId> PartsOf(const PlanRef& plan, const StepId& step);
bool IsPart(const PlanRef& plan, const StepId& step);

// Is `after` the same plan with `step` taken apart, and nothing else: new steps `step.N` only, for which it waits,
// which depend on one another and on what it depended on, and which write only where it may?
bool IsDecomposition(const PlanRef& before, const PlanRef& after, const StepId& step);

// What a step is told that starts once its parts are settled; empty when it has none.
std::string PartsDone(const State& state, int place);

}  // namespace forge
