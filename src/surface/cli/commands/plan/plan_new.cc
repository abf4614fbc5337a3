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
      {"TITLE", "what it is about, in a line; with --from: that document's", false, false, {}, ValueType::kText}};
  form.options = {{"task", "ID", "the task it belongs to, in whatever tracker you have", false, {}, ValueType::kText},
                  {"context",
                   "TEXT",
                   "what led to it, appended as `## Context`; `-` reads it from standard input",
                   false,
                   {},
                   ValueType::kText},
                  {"from",
                   "FILE",
                   "this document instead of the template, in any format; its header is written anew",
                   false,
                   {},
                   ValueType::kFile}};
  form.notes =
      "Makes .forge/plans/plan-NNN-slug.md from .forge/plans/.plan-template.md, or from the built-in template where "
      "there\n"
      "is none. A plan and its run have one number; no two plans ever get the same.";
  form.examples = {{"forge plan new \"Add webhook support\"", "then edit it, approve it, run it"},
                   {"forge plan new --from plan.json", "from another format"},
                   {"git log -3 | forge plan new \"Mend the fallout\" --context -", "with context from a pipe"}};
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
    return Fail(Code::kInvalid, "the plan has no title", "forge plan new \"what it is about\"");
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
    "plan new", "make a plan from the template", Group::kPlans, Needs::kNewStore, PlanNewForm, RunPlanNew};

}  // namespace forge::cli
