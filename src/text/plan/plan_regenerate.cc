#include "text/plan/plan_regenerate.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "text/plan/plan_edit.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_states.h"

namespace forge {
namespace {

// The last line of the plan's own sections: what follows is kept about it, or was said beside it.
int EndOfPlan(const PlanLines& plan) {
  int end = plan.document().line_count();
  for (const PlanSection& section : plan.sections()) {
    const bool record = EqualsIgnoreCase(section.name, "Audit Log") ||
                        EqualsIgnoreCase(section.name, "Implementation Notes") ||
                        EqualsIgnoreCase(section.name, "Context");
    if (!record) continue;
    end = section.line - 1;
    break;
  }
  return plan.LastSolidLine(0, end);
}

}  // namespace

Result<std::string> RegenerateSteps(std::string_view text, const DecomposeOptions& options) {
  const PlanLines plan(text);
  const Decomposition steps = Decompose(plan.document(), plan.sections(), options);
  if (!steps.problems.empty()) {
    std::string what;
    for (const PlanProblem& problem : steps.problems) what += fmt::format("\nline {}: {}", problem.line, problem.what);
    return Fail(Code::kInvalid, "`## Changes` gives no steps:" + what, "fix `## Changes` and try again");
  }
  std::string section = "## Steps\n";
  for (const StepSpec& step : steps.steps) section += "\n" + PrintStep(step);
  const PlanSection* old = FindPlanSection(plan.sections(), "Steps");
  if (old == nullptr) return plan.InsertAfter(EndOfPlan(plan), "\n" + std::string(TrimRight(section)));
  const int last = plan.LastSolidLine(old->line, old->last_line);
  return plan.Range(1, old->line - 1) + plan.WithItsLineEnds(section) +
         plan.Range(last + 1, plan.document().line_count());
}

Result<std::string> KeepImportedStates(std::string_view before, std::string_view after) {
  const PlanDocument old = ParsePlan(before), fresh = ParsePlan(after);
  StepStates states;
  for (std::size_t i = 0; i < old.steps.size(); ++i) {
    if (!SettledByImport(old.step_states[i])) continue;
    const auto same = std::ranges::find(fresh.steps, old.steps[i].id, &StepSpec::id);
    if (same == fresh.steps.end() || (!old.steps[i].what.empty() && same->what != old.steps[i].what) ||
        same->writes != old.steps[i].writes)
      continue;
    states[same->id] = old.step_states[i];
  }
  return SetStepStates(after, states);
}

}  // namespace forge
