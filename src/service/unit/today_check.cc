#include "service/unit/today_check.h"

#include <fmt/core.h>

#include <algorithm>

#include "model/json_array.h"
#include "service/proof/baselines.h"
#include "service/proof/verify_outcome.h"
#include "service/unit/baseline_memo.h"
#include "service/unit/check_words.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_verify.h"
#include "text/plan/plan.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Steps whose commands should fail on the tree as it is.
std::vector<StepSpec> StepsToTry(const PlanDocument& plan, int rules) {
  std::vector<StepSpec> steps = plan.steps;
  std::erase_if(steps, [&](const StepSpec& step) {
    const bool later = rules < 5 && !step.depends.empty();
    return ChangesNothing(step) || later || step.verify.empty() || !PassesTodayReason(step).empty();
  });
  return steps;
}

}  // namespace

Status TryToday(RunResources& resources, UnitVerify& verify, BaselineMemo& baselines, const Job& job,
                const std::stop_token& stop, TodayCheck& today) {
  const std::vector<StepSpec> steps =
      StepsToTry(ParsePlan(TRY(resources.context.files.ReadPlan()).value_or("")), job.rules);
  VerifyChoice choice{{}, resources.context.settings.verify_reports, ""};
  for (const StepSpec& step : steps) {
    for (const std::string& command : step.verify) AddCommand(choice.commands, command);
  }
  // Once a step is done, the tree is no longer that of before the work.
  if (job.rules >= 5 && job.has_done_steps) return {};
  // Commands of a plan that nobody has approved do not run in a person's checkout.
  if (choice.commands.empty() || !resources.worktrees.isolated()) return {};
  const std::string cwd = TRY(resources.worktrees.Prepare(job, false));
  const std::string tree = TRY(TRY(resources.worktrees.Open())->TreeOf(TRY(resources.worktrees.CommitOf(job))));
  const BaselineAnswer answer = TRY(baselines.Take(
      choice, tree, [&](const VerifyChoice& unknown) { return verify.Run(job, cwd, unknown, tree, stop); }));
  if (answer.spoiled) resources.worktrees.Forget(job.lane);
  today.ran = RanBeforeJson(answer.report);
  const auto passes = [&](const std::string& command) {
    const auto found = std::ranges::find(answer.report.results, command, &VerifyResult::command);
    return found != answer.report.results.end() && found->passed;
  };
  for (const StepSpec& step : steps) {
    if (!std::ranges::all_of(step.verify, passes)) continue;
    today.passing.push_back(step.id.value);
    const bool told = std::ranges::find(today.sent, step.id.value) != today.sent.end();
    if (!told && job.rules >= 5 && !job.plan_given && !job.stage.on_revision.empty()) {
      today.sent.push_back(step.id.value);
      today.findings.push_back(ProvesNothing(step));
      continue;
    }
    today.notes.push_back(fmt::format(
        "step {}: every verify command passes before the work, and the plan does not say why", step.id.value));
  }
  return {};
}

void TellToday(const TodayCheck& today, Json& result) {
  if (!today.passing.empty()) result.Set(kPassesToday, JsonArray(today.passing));
  if (!today.sent.empty()) result.Set(kSentToday, JsonArray(today.sent));
  if (!today.ran.AsArray().empty()) result.Set(kRanToday, today.ran);
}

}  // namespace forge
