#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/drive_plan.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

Form PlanRunOneForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.options = PlanRunOptions();
  form.notes =
      "Runs the step that is running or failed first, otherwise the next one whose dependencies are done. Then the run "
      "pauses.";
  form.examples = {{"forge plan run-one 17", "only the next step"}};
  return form;
}

Result<Exit> RunPlanRunOne(Context& context, const Args& args) {
  PlanRuns::Part part;
  part.steps = 1;
  return DrivePlan(context, args, part);
}

}  // namespace

constinit const Command kPlanRunOneCommand = {
    "plan run-one", "run the next step of a plan", Group::kPlans, Needs::kNewStore, PlanRunOneForm, RunPlanRunOne};

}  // namespace forge::cli
