#include <fmt/core.h>

#include "base/strings.h"
#include "service/plan/plan_report.h"
#include "service/run_commands.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/user_programs.h"
#include "surface/view/plan_rows.h"

namespace forge::cli {
namespace {

Form PlanEditForm() {
  return {.json = false,
          .positionals = {PlanPositional()},
          .notes =
              "Opens the document in $VISUAL, $EDITOR or vi. Afterwards it lists mistakes and says whether the "
              "approval still holds. You can use any editor: Forge detects edits by content.",
          .examples = {{"forge plan edit 17", "in your editor"}}};
}

void TellEdit(Context& context, const PlanView& before, const PlanView& after) {
  Output& out = context.out;
  if (after.text == before.text) return out.Line(fmt::format("{}: nothing changed", after.entry.id));
  const GraphReport report = CheckPlanSource(ReadPlanSource(after.text, SourceOptions(context)));
  for (const GraphError& error : report.errors) {
    const std::string where = error.line > 0 ? fmt::format("line {}: ", error.line) : "";
    out.Line(fmt::format("{} {}{}", out.Paint(Tone::kBad, "wrong:"), where, error.message));
  }
  if (after.approved) return out.Line(fmt::format("{} changed; its approval still holds", after.entry.id));
  if (after.changed.empty()) return out.Line(fmt::format("{} changed", after.entry.id));
  out.Write(after.changed);
  out.Line(fmt::format("{} changed; its approval no longer holds", after.entry.id));
  out.Line(fmt::format("next: forge plan approve {}", after.entry.number));
}

Result<Exit> RunPlanEdit(Context& context, const Args& args) {
  PlanRuns plans(context.forge());
  const PlanView before = TRY(plans.View(args.Get("PLAN")));
  const std::string path = plans.plans().AbsolutePath(before.entry);
  if (!context.host.input_is_terminal || !context.host.output_is_terminal) {
    return Fail(Code::kInvalid, "plan edit needs a terminal", "edit the file yourself: " + path);
  }
  TRY(EditFile(context, path));
  const PlanView after = TRY(plans.View(path));
  if (after.run && !IsEnd(after.run->status)) TRY(NoticePlanEdit(context.forge(), after.run->id));
  TellEdit(context, before, after);
  return Exit::kOk;
}

}  // namespace

constinit const Command kPlanEditCommand = {
    "plan edit", "open a plan in your editor", Group::kPlans, Needs::kNewStore, PlanEditForm, RunPlanEdit};

}  // namespace forge::cli
