#include <fmt/core.h>

#include "service/memory/subsystems.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/columns.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form RiskForm() {
  return {.notes =
              "Declare subsystems in .forge/subsystems.toml, one per line: store = [\"src/store/**\"]. Passed and "
              "failed checks and reviews of ended runs are counted.",
          .examples = {{"forge risk", "where runs fail, and which subsystems fail together"}}};
}

Result<Exit> RunRisk(Context& context, const Args&) {
  if (!context.project) return Fail(Code::kNotFound, "not in a project", "change to a git repository");
  Memory memory = TRY(OpenMemory(context, false));
  const std::vector<Subsystem> declared = TRY(LoadSubsystems(*context.project));
  std::vector<RunRecord> runs;
  if (memory.project() != nullptr) runs = TRY(memory.project()->history().ListRuns());
  const std::vector<Risk> risks = RiskOf(runs);
  const std::vector<CoFailure> pairs = CoFailuresOf(runs);
  if (context.json)
    return context.Print(
        Json::MakeObject().Set("subsystems", JsonArray(risks, kJsonOf)).Set("co_failures", JsonArray(pairs)));
  if (risks.empty()) {
    context.out.Line(declared.empty() ? "no subsystems declared: write .forge/subsystems.toml; see forge risk --help"
                                      : "no ended run has touched a declared subsystem yet");
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const Risk& risk : risks) {
    rows.push_back(
        {{risk.subsystem, Tone::kStrong},
         {fmt::format("{:.0f}%", risk.fail_rate * 100), risk.fail_rate > kCoFailureRate ? Tone::kBad : Tone::kPlain},
         {fmt::format("{} of {}", risk.failed, risk.failed + risk.passed), Tone::kPlain},
         {std::to_string(risk.runs), Tone::kPlain},
         {fmt::format("{:.1f}", risk.mean_iterations), Tone::kPlain},
         {Ago(risk.last, context.host.now()) + " ago", Tone::kFaint}});
  }
  context.out.Write(FormatColumns(context.out.palette(), {"SUBSYSTEM", "FAILS", "CHECKS", "RUNS", "ROUNDS", "LAST"},
                                  rows, context.out.width()));
  for (const CoFailure& pair : pairs) {
    if (pair.fail_rate <= kCoFailureRate) continue;
    context.out.Line(fmt::format("{} and {} together: {:.0f}% of {} checks failed", pair.a, pair.b,
                                 pair.fail_rate * 100, pair.failed + pair.passed));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kRiskCommand = {
    "risk", "show which subsystems fail, and which fail together", Group::kMemory, Needs::kSettings, RiskForm, RunRisk};

}  // namespace forge::cli
