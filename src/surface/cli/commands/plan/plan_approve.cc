#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanApproveForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.notes =
      "If you edit the content later, the plan needs a new approval, and Forge shows what changed. If a run waits for "
      "this approval, it is answered.";
  form.examples = {{"forge plan approve 17", "approve its current content"}};
  return form;
}

Result<Exit> RunPlanApprove(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Approve(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is approved");
  if (!context.json) context.out.Line(fmt::format("next: forge plan run {}", view.entry.number));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanApproveCommand = {"plan approve",  "approve the current content of a plan",
                                               Group::kPlans,   Needs::kNewStore,
                                               PlanApproveForm, RunPlanApprove};

}  // namespace forge::cli
