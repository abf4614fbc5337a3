#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanSkipForm() {
  Form form;
  form.positionals = {PlanPositional()};
  form.notes = "Steps that depend on a skipped step can start. Exit 1 when there is nothing to skip.";
  form.examples = {{"forge plan skip 17", "the first step that failed or is running"}};
  return form;
}

Result<Exit> RunPlanSkip(Context& context, const Args& args) {
  PlanRuns plans(context.forge());
  const auto skipped = TRY(plans.Skip(args.Get("PLAN"), context.user()));
  if (context.json) {
    Json step = skipped ? Json::MakeObject().Set("step", skipped->step.value).Set("title", skipped->title) : Json();
    if (skipped) step.Set("was", Name(skipped->was));
    context.out.Print(Json::MakeObject().Set("skipped", std::move(step)));
  } else if (skipped) {
    context.out.Line(fmt::format("skipped {}: {} (was {})", skipped->step.value, skipped->title, Name(skipped->was)));
  } else {
    context.out.Line("nothing to skip");
  }
  return skipped ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanSkipCommand = {"plan skip",   "skip the failed or running step of a plan",
                                            Group::kPlans, Needs::kNewStore,
                                            PlanSkipForm,  RunPlanSkip};

}  // namespace forge::cli
