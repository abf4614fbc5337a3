// Everything that is wrong with a plan's steps, whatever format they came in: what the reader found and what the graph
// check finds, each mistake once.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "graph/graph_check.h"
#include "model/json.h"
#include "service/plan/plan_source.h"

namespace forge {

// Is there such a program on PATH? Paths within the repository are taken on trust: a step may make them. It keeps what
// it found.
std::function<bool(std::string_view)> ProgramsOnPath();

// Pure. Lines are the plan's, whatever the options say.
GraphReport CheckPlanSource(const PlanSource& plan, const GraphCheckOptions& options = {});
// The same, and verify programs are looked for on PATH. With a root, a verify command that needs another step's file,
// which is not there yet, is a warning.
GraphReport CheckPlanAndPrograms(const PlanSource& plan, const std::string& root = {});

// What `forge plan check` calls a problem, as a refusal; `name`: of the plan. A step without a verify command is no
// such problem: what starts it says so.
Status RefuseUnsound(const PlanSource& plan, const std::string& name);

// As ToJson of graph/graph_check.h, with `step` and `line` of every error, null where it has none.
Json ReportToJson(const GraphReport& report);

}  // namespace forge
