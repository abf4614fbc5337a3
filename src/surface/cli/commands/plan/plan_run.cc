#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/drive_plan.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

Form PlanRunForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.options = PlanRunOptions();
  form.notes =
      "The plan must be approved as it is now. Steps that failed are tried again, done ones are not. Driven here until "
      "the\n"
      "run rests, like `forge run`; Ctrl-C pauses in order.";
  form.examples = {{"forge plan run 17", "all steps that are left"},
                   {"forge plan run 17 --auto --json", "unattended, for a script"}};
  return form;
}

Result<Exit> RunPlanRun(Context& context, const Args& args) { return DrivePlan(context, args, {}); }

}  // namespace

constinit const Command kPlanRunCommand = {
    "plan run", "run all steps of a plan that are left", Group::kPlans, Needs::kNewStore, PlanRunForm, RunPlanRun};

}  // namespace forge::cli
