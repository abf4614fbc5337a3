#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanCloseForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.notes = "Refused while it is built; cancel it then.";
  form.examples = {{"forge plan close 17", "it stays where it is"}};
  return form;
}

Result<Exit> RunPlanClose(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Close(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is closed");
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanCloseCommand = {"plan close",     "set a plan aside", Group::kPlans,
                                             Needs::kNewStore, PlanCloseForm,      RunPlanClose};

}  // namespace forge::cli
