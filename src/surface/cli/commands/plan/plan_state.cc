// What the user decides about a plan: approve it, close it before it runs, or cancel it with its run.
#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanApproveForm() {
  return {.positionals = {PlanPositional()},
          .notes =
              "If you edit the content later, the plan needs a new approval, and Forge shows what changed. If a run "
              "waits for this approval, it is answered.",
          .examples = {{"forge plan approve 17", "approve its current content"}}};
}

Result<Exit> RunPlanApprove(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Approve(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is approved");
  TellUnproven(context, view);
  if (!context.json) context.out.Line(fmt::format("next: forge plan run {}", view.entry.number));
  return Exit::kOk;
}

Form PlanCloseForm() {
  return {.positionals = {PlanPositional()},
          .notes = "Refused while its run is active; use `forge plan cancel` then.",
          .examples = {{"forge plan close 17", "the file is kept"}}};
}

Result<Exit> RunPlanClose(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Close(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is closed");
  return Exit::kOk;
}

Form PlanCancelForm() {
  return {
      .positionals = {PlanPositional()},
      .notes = "Running agents are stopped. Their work and the plan's file are kept, but the run cannot be resumed.",
      .examples = {{"forge plan cancel 17", "stop and cancel it"}}};
}

Result<Exit> RunPlanCancel(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Cancel(args.Get("PLAN"), context.user()));
  PrintPlanChange(context, view, "is cancelled");
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanApproveCommand = {"plan approve",  "approve the current content of a plan",
                                               Group::kPlans,   Needs::kNewStore,
                                               PlanApproveForm, RunPlanApprove};

constinit const Command kPlanCloseCommand = {"plan close",  "close a plan that you will not run; its file is kept",
                                             Group::kPlans, Needs::kNewStore,
                                             PlanCloseForm, RunPlanClose};

constinit const Command kPlanCancelCommand = {"plan cancel",  "stop a plan's run now and close the plan as cancelled",
                                              Group::kPlans,  Needs::kNewStore,
                                              PlanCancelForm, RunPlanCancel};

}  // namespace forge::cli
