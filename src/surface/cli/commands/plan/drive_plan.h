// Running a plan, whole or in part: the options that `plan run` and its like share, and driving what they start.
#pragma once

#include <vector>

#include "base/result.h"
#include "service/plan/plan_runs.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

std::vector<Option> PlanRunOptions();
PlanRuns::Options ReadPlanRunOptions(const Context& context, const Args& args);

// Drives the plan's run in the foreground until it stops. Says so when nothing is left to run.
Result<Exit> DrivePlan(Context& context, const Args& args, const PlanRuns::Part& part);

}  // namespace forge::cli
