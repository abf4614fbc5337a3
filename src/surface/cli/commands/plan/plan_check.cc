#include <fmt/core.h>

#include "base/display.h"
#include "base/strings.h"
#include "service/plan/plan_report.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

Form PlanCheckForm() {
  return {.positionals = {FileOrPlan()},
          .notes =
              "Exit 0 when nothing is wrong, 1 when something is, 2 when the plan cannot be read. A plan with mistakes "
              "is not approved and does not run; only a step without a verify command may. All mistakes are listed "
              "at once: unknown or repeated ids, cycles, steps without a verify command, programs that are not "
              "on PATH, paths outside the repository. Steps that may run at the same time and write the same files, "
              "verify commands that "
              "need a file of another step, labels that are no fields, and code in `## Testing` that is not run are "
              "warnings. With --json: {\"ok\", \"errors\": [{\"type\", \"message\", \"step\", \"line\"}], "
              "\"warnings\": [{\"type\", \"steps\", \"files\", \"message\"}], \"tiers\": [[...]], \"critical_path\": "
              "[...], \"max_parallel\"}.",
          .examples = {{"forge plan check 17", "a plan of this project"},
                       {"forge plan check plan.json --json", "a file, for scripts"}}};
}

std::string IdsText(const std::vector<StepId>& ids, std::string_view between) {
  std::vector<std::string> values;
  for (const StepId& id : ids) values.push_back(id.value);
  return Join(values, between);
}

void PrintGraphReport(Context& context, const NamedPlan& plan, const GraphReport& report) {
  for (const GraphError& error : report.errors) {
    const std::string where = error.line > 0 ? fmt::format("line {}: ", error.line) : "";
    context.out.Line(fmt::format("{}{}", where, error.message));
  }
  for (const GraphWarning& warning : report.warnings) {
    context.out.Line(fmt::format("{}: {}", context.out.Paint(Tone::kWarn, "warning"), warning.message));
  }
  if (!report.valid()) {
    context.out.Line(fmt::format("{} {}: {}", context.out.Paint(Tone::kBad, "failed"), plan.name,
                                 Counted(static_cast<std::int64_t>(report.errors.size()), "problem")));
    return;
  }
  context.out.Line(fmt::format("{} {}: {} in {}, at most {} at once", context.out.Paint(Tone::kGood, "ok"), plan.name,
                               Counted(static_cast<std::int64_t>(plan.source.document.steps.size()), "step"),
                               Counted(static_cast<std::int64_t>(report.tiers.size()), "tier"), report.max_parallel));
  if (!report.critical_path.empty()) {
    context.out.Line("  critical path: " + IdsText(report.critical_path, " -> "));
  }
}

Result<Exit> RunPlanCheck(Context& context, const Args& args) {
  const NamedPlan& plan = KeepToTheEnd(TRY(LoadPlanArgument(context, args.Get("FILE"))));
  const GraphReport& report =
      KeepToTheEnd(CheckPlanAndPrograms(plan.source, context.project ? context.project->root : std::string(".")));
  if (context.json) {
    context.out.Print(JsonOf(report));
  } else {
    PrintGraphReport(context, plan, report);
  }
  return report.valid() ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kPlanCheckCommand = {"plan check",  "check a plan's steps: list every mistake with its line",
                                             Group::kPlans, Needs::kSettings,
                                             PlanCheckForm, RunPlanCheck};

}  // namespace forge::cli
