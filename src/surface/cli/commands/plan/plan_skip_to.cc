#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/drive_plan.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

Form PlanSkipToForm() {
  Form form;
  form.positionals = {PlanPositional(), {"STEP", "a step of the plan", true, false, {}, ValueType::kText}};
  form.options = PlanRunOptions();
  form.notes = "Skips every unfinished step that comes before it in the plan or that it depends on.";
  form.examples = {{"forge plan skip-to 17 bench", "so that `forge plan run-step 17 bench` can run"}};
  return form;
}

Result<Exit> RunPlanSkipTo(Context& context, const Args& args) {
  PlanRuns plans(context.forge());
  const auto skipped = TRY(plans.SkipTo(args.Get("PLAN"), StepId{args.Get("STEP")}, ReadPlanRunOptions(context, args)));
  if (context.json) {
    Json list = Json::MakeArray();
    for (const PlanRuns::Skipped& step : skipped) {
      Json one = Json::MakeObject().Set("step", step.step.value).Set("title", step.title);
      list.Append(one.Set("was", Name(step.was)));
    }
    context.out.Print(Json::MakeObject().Set("skipped", std::move(list)));
    return Exit::kOk;
  }
  for (const PlanRuns::Skipped& step : skipped) {
    context.out.Line(fmt::format("skipped {}: {} (was {})", step.step.value, step.title, Name(step.was)));
  }
  if (skipped.empty()) context.out.Line(fmt::format("nothing to skip before {}", args.Get("STEP")));
  context.out.Line(fmt::format("next: forge plan run-step {} {}", args.Get("PLAN"), args.Get("STEP")));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanSkipToCommand = {
    "plan skip-to", "skip all steps before a step", Group::kPlans, Needs::kNewStore, PlanSkipToForm, RunPlanSkipTo};

}  // namespace forge::cli
