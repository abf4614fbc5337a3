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
      "The current content of the plan must be approved. Failed steps are retried, done steps are not. It runs in the "
      "foreground until the run stops, like `forge run`; Ctrl-C pauses after the current work.";
  form.examples = {{"forge plan run 17", "all remaining steps"},
                   {"forge plan run 17 --auto --json", "unattended, for scripts"}};
  return form;
}

Result<Exit> RunPlanRun(Context& context, const Args& args) { return DrivePlan(context, args, {}); }

}  // namespace

constinit const Command kPlanRunCommand = {
    "plan run", "run the remaining steps of a plan", Group::kPlans, Needs::kNewStore, PlanRunForm, RunPlanRun};

}  // namespace forge::cli
