// What a person sees of a plan that is to be approved, gathered from the run: the same on every surface. Changes
// nothing.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "surface/view/plan_summary.h"

namespace forge {

// `text`: of the plan. Without what changed since it was last shown.
Result<PlanSummaryFacts> GatherPlanSummary(Forge& forge, const RunView& view, const std::string& text);
// The plan that a run of modules asks about, as a screen; empty for other runs.
Result<std::string> ModuleApproval(Forge& forge, RunId run, TimePoint now);

// A question with all that it is about: the plan, an artifact or what a step changed, the question, what each answer
// does. For surfaces that show a text and take an answer.
Result<std::string> QuestionScreen(Forge& forge, const StoredQuestion& stored, TimePoint now);

}  // namespace forge
