#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form PlanSlugForm() {
  Form form;
  form.positionals = {{"TEXT", "a title", true, false, {}, ValueType::kText}};
  form.examples = {{"forge plan slug \"Add webhook support\"", "add-webhook-support"}};
  return form;
}

Result<Exit> RunPlanSlug(Context& context, const Args& args) {
  const std::string slug = Slug(args.Get("TEXT"));
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("slug", slug));
  } else {
    context.out.Line(slug);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanSlugCommand = {
    "plan slug", "print the file-name form of a title", Group::kPlans, Needs::kNothing, PlanSlugForm, RunPlanSlug};

}  // namespace forge::cli
