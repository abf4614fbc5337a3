#include <fmt/format.h>

#include "base/strings.h"
#include "service/plan/plan_runs.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanNewForm() {
  Form form;
  form.positionals = {
      {"TITLE", "the title; with --from, the default is the document's", false, false, {}, ValueType::kText}};
  form.options = {{"task", "ID", "the task it belongs to, in any tracker", false, {}, ValueType::kText},
                  {"context",
                   "TEXT",
                   "background, appended as `## Context`; `-` reads it from standard input",
                   false,
                   {},
                   ValueType::kText},
                  {"from",
                   "FILE",
                   "use this document instead of the template, in any format; its header is rewritten",
                   false,
                   {},
                   ValueType::kFile}};
  form.notes =
      "Creates .forge/plans/plan-NNN-slug.md from .forge/plans/.plan-template.md, or from the built-in template if "
      "that file is missing. A plan and its run share one number; no number is used twice.";
  form.examples = {{"forge plan new \"Add webhook support\"", "then edit it, approve it, run it"},
                   {"forge plan new --from plan.json", "from another format"},
                   {"git log -3 | forge plan new \"Fix the regressions\" --context -", "with context from a pipe"}};
  return form;
}

Result<Exit> RunPlanNew(Context& context, const Args& args) {
  NewPlan plan;
  plan.title = std::string(Trim(args.Get("TITLE")));
  plan.task = args.Get("task");
  plan.date = Today(context);
  plan.context = args.Get("context");
  if (plan.context == "-") plan.context = TRY(context.host.read_file("-"));
  if (args.Has("from")) {
    const NamedPlan from = TRY(LoadPlanArgument(context, args.Get("from")));
    if (plan.title.empty()) plan.title = from.source.document.title;
    const bool same = plan.title == from.source.document.title;
    plan.document = same ? from.source.text : WithTitle(from.source.text, plan.title);
  }
  if (plan.title.empty()) {
    return Fail(Code::kInvalid, "the plan has no title", "forge plan new \"title\"");
  }
  const PlanEntry entry = TRY(PlanRuns(context.forge()).Create(std::move(plan)));
  if (context.json) {
    context.out.Print(ToJson(entry));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("{} {}", context.out.Paint(Tone::kStrong, entry.id), entry.title));
  context.out.Line("  " + entry.path);
  context.out.Line(fmt::format("next: edit it, then forge plan approve {}", entry.number));
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanNewCommand = {
    "plan new", "create a plan from the template", Group::kPlans, Needs::kNewStore, PlanNewForm, RunPlanNew};

}  // namespace forge::cli
