// Steps of a plan against each other: ids, dependencies, cycles. Pure.
#pragma once

#include <vector>

#include "text/plan/plan.h"
#include "text/plan/plan_steps.h"

namespace forge {

// Removes every step whose id was used before, and reports it, unknown dependencies and cycles.
void CheckPlanSteps(std::vector<PlanStep>& steps, std::vector<PlanProblem>& problems);

// Adds a problem, unless there are too many to read.
void AddPlanProblem(std::vector<PlanProblem>& problems, PlanProblem problem);

}  // namespace forge
