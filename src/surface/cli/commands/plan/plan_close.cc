#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanCloseForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.notes = "Refused while its run is active; cancel the plan instead.";
  form.examples = {{"forge plan close 17", "the file is kept"}};
  return form;
}

Result<Exit> RunPlanClose(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Close(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is closed");
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanCloseCommand = {
    "plan close", "close a plan without running it", Group::kPlans, Needs::kNewStore, PlanCloseForm, RunPlanClose};

}  // namespace forge::cli
