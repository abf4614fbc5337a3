#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanCancelForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.notes = "Running agents are stopped; their work is kept.";
  form.examples = {{"forge plan cancel 17", "stop and cancel it"}};
  return form;
}

Result<Exit> RunPlanCancel(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Cancel(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is cancelled");
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanCancelCommand = {"plan cancel",  "stop a plan's run and cancel the plan",
                                              Group::kPlans,  Needs::kNewStore,
                                              PlanCancelForm, RunPlanCancel};

}  // namespace forge::cli
