// Plans: ids are unique, dependencies lead to steps, the hash does not depend on line ends, what is printed reads back
// as the same plan, and no edit changes what the plan says.
#include <optional>
#include <set>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "target.h"
#include "text/plan/plan.h"
#include "text/plan/plan_diff.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_template.h"
#include "text/testing/same_plan.h"

namespace {

using namespace forge;

void CheckSteps(const PlanDocument& plan) {
  std::set<std::string> ids;
  for (const StepSpec& step : plan.steps) CHECK(!step.id.empty() && ids.insert(step.id.value).second);
  for (const StepSpec& step : plan.steps) {
    for (const StepId& id : step.depends) CHECK(ids.contains(id.value));
    auto back = StepFromJson(ToJson(step));
    CHECK(back.has_value() && *back == step);
  }
  CHECK(plan.step_lines.size() == plan.steps.size() && plan.step_states.size() == plan.steps.size());
}

// A heading of a step that names none is a problem, and not part of the plan that is printed.
bool ReadsBack(const PlanDocument& plan) {
  for (const PlanProblem& problem : plan.problems) {
    if (problem.line == 0 || problem.type == "heading") return false;
  }
  return true;
}

void CheckEdits(std::string_view text, const PlanDocument& plan) {
  auto keeps = [&plan](const Result<std::string>& edit) { CHECK(!edit || ParsePlan(*edit).hash == plan.hash); };
  keeps(SetPlanStatus(text, PlanStatus::kDone));
  const auto done = [](const StepId&, const std::string&) { return std::optional<std::string>("done"); };
  if (const Result<ShownPlan> shown = ShowProgress(text, PlanStatus::kAuditing, done)) {
    const PlanDocument read = ParsePlan(shown->text);
    CHECK(read.hash == plan.hash && shown->hash == plan.hash);
    CHECK(read.header.status == PlanStatus::kAuditing);
    if (plan.has_steps && plan.problems.empty()) {
      for (const std::string& state : read.step_states) CHECK(state == "done");
    }
  }
  keeps(AppendToLog(text, text));
  if (!plan.steps.empty()) keeps(SetStepStates(text, {{plan.steps[0].id, "done"}}));
  Result<std::string> reviewed = AppendReview(text, {"today", "COMPLETE", std::string(text)});
  keeps(reviewed);
  if (reviewed) {
    CHECK(NextReviewRound(*reviewed) == NextReviewRound(text) + 1);
    CHECK(DescribePlanChange(text, *reviewed).empty());
  }
  (void)ReplaceBody(text, text);
  (void)FillTemplate(text, {std::string(text.substr(0, 20)), "plan-1", "t", "d", "p"});
}

}  // namespace

FUZZ_TARGET(plan) {
  PlanDocument plan = ParsePlan(text);
  CHECK(plan.hash.size() == 64);
  CheckSteps(plan);
  for (const PlanProblem& problem : plan.problems) CHECK(problem.line >= 0 && !problem.what.empty());
  if (text.find('\r') == std::string_view::npos) CHECK(ParsePlan(ReplaceAll(text, "\n", "\r\n")).hash == plan.hash);
  if (ReadsBack(plan)) {
    const PlanDocument again = ParsePlan(PrintPlan(plan));
    CHECK(SamePlan(again, plan));
    if (plan.problems.empty()) CHECK(again.problems.empty());
  }
  CheckEdits(text, plan);
}
