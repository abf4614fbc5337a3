#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form PlanSlugForm() {
  return {.positionals = {{"TEXT", "a title"}},
          .examples = {{"forge plan slug \"Add webhook support\"", "add-webhook-support"}}};
}

Result<Exit> RunPlanSlug(Context& context, const Args& args) {
  const std::string slug = Slug(args.Get("TEXT"));
  return context.Tell(Json::MakeObject().Set("slug", slug), slug);
}

}  // namespace

constinit const Command kPlanSlugCommand = {
    "plan slug", "print the file-name form of a title", Group::kPlans, Needs::kNothing, PlanSlugForm, RunPlanSlug};

}  // namespace forge::cli
