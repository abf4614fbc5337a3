#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/drive_plan.h"
#include "surface/cli/commands/plan/plan_argument.h"

namespace forge::cli {
namespace {

Form PlanRunStepForm() {
  Form form;
  form.positionals = {PlanPositional(), {"STEP", "a step of the plan", true, false, {}, ValueType::kText}};
  form.options = PlanRunOptions();
  form.notes = "Its dependencies must be done or skipped. Then the run pauses.";
  form.examples = {{"forge plan run-step 17 parser", "only step parser"}};
  return form;
}

Result<Exit> RunPlanRunStep(Context& context, const Args& args) {
  PlanRuns::Part part;
  part.step = StepId{args.Get("STEP")};
  return DrivePlan(context, args, part);
}

}  // namespace

constinit const Command kPlanRunStepCommand = {"plan run-step",  "run one step of a plan", Group::kPlans,
                                               Needs::kNewStore, PlanRunStepForm,          RunPlanRunStep};

}  // namespace forge::cli
