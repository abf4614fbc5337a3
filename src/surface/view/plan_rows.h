// Plans and their steps as people and scripts read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "model/step.h"
#include "service/plan/plan_runs.h"
#include "service/plan/plans.h"
#include "surface/cli/command.h"

namespace forge::cli {

Json ToJson(const PlanEntry& plan);
// With the approval, the run and the steps with their states.
Json ToJson(const PlanView& view);
// Every field that a script may rely on, also when it is empty; further ones where they are set.
Json StepToJson(const StepSpec& step);

Tone ToneOf(PlanStatus status);

// "[ ]" pending, "[~]" under way, "[x]" done, "[!]" failed, "[-]" skipped.
std::string_view Mark(StepStatus status);
StepStatus StatusOfState(std::string_view state);  // what a `**State:**` line says
// "[x] phase-1: Implement a.cc [implement] (depends: ...)"
std::string StepLine(const Output& out, const StepSpec& step, StepStatus status);

// The plan in one line, or with --json whole: what a command that changed it says.
void PrintPlanChange(Context& context, const PlanView& view, const std::string& what);

}  // namespace forge::cli
