#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/plan_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form PlanShowForm() {
  return {.positionals = {PlanPositional()},
          .options = {{"text", "", "print the document itself"}},
          .examples = {{"forge plan show 17", "its status, approval and steps"},
                       {"forge plan show 17 --text", "the Markdown"},
                       {"forge plan show 17 --json", "everything, for scripts"}}};
}

std::string ApprovalText(const PlanView& view) {
  if (view.approved) return "current content";
  return view.changed.empty() ? "none" : "earlier content; the changes are below";
}

void PrintPlan(Context& context, const PlanView& view, const FilesByStep& changed) {
  Output& out = context.out;
  auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out.Line(fmt::format("  {:<10} {}", name, value));
  };
  out.Line(fmt::format("{}  {}", out.Paint(Tone::kStrong, view.entry.id), view.entry.title));
  row("status", out.Paint(ToneOf(view.entry.status()), Name(view.entry.status())));
  if (!view.entry.path.empty()) row("approval", ApprovalText(view));
  row("task", view.entry.header.task);
  row("created", view.entry.header.created);
  row("file", view.entry.path.empty() ? "nothing written yet" : view.entry.path);
  if (view.run) row("run", fmt::format("{} {}", view.run->id.value, Phrase(view.run->status)));
  if (view.entry.path.empty()) row("reason", view.run->reason);
  if (!view.document.objective.empty()) out.Line(fmt::format("\n{}", Trim(view.document.objective)));
  for (std::string_view name : {"Scope", "Risks"}) {
    const PlanPart* part = FindPart(view.document, name);
    if (part != nullptr && !Trim(part->body).empty()) out.Line(fmt::format("\n{}: {}", name, Trim(part->body)));
  }
  const std::vector<PlanStepView> steps = StepsOf(view);
  if (!steps.empty()) out.Line("");
  for (const PlanStepView& step : steps) {
    out.Line("  " + StepLine(out.palette(), *step.spec, step.status) + ChangedText(changed, step.spec->id));
    if (!step.reason.empty()) out.Line("      " + step.reason);
  }
  for (const PlanProblem& problem : view.document.problems) {
    out.Line(fmt::format("{} line {}: {}", out.Paint(Tone::kBad, "wrong:"), problem.line, problem.what));
  }
  if (!view.changed.empty()) out.Write("\nchanges since the approval:\n" + view.changed);
}

Result<Exit> RunPlanShow(Context& context, const Args& args) {
  const PlanView view = TRY(PlanRuns(context.forge()).Show(args.Get("PLAN")));
  if (args.Has("text")) {
    context.out.Write(view.text);
  } else if (context.json) {
    context.out.Print(ToJson(view, ChangedStepsOf(context, view)));
  } else {
    PrintPlan(context, view, ChangedStepsOf(context, view));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanShowCommand = {"plan show",   "show a plan: status, approval, objective, steps",
                                            Group::kPlans, Needs::kAnyStore,
                                            PlanShowForm,  RunPlanShow};

}  // namespace forge::cli
