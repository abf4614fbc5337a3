#include "surface/cli/commands/run/dry_run_text.h"

#include <fmt/core.h>

#include "base/amounts.h"
#include "base/display.h"
#include "base/strings.h"

namespace forge::cli {
namespace {

// "reviewer x3".
std::string RolesText(const std::vector<std::string>& roles) {
  if (roles.empty()) return "-";
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < roles.size();) {
    std::size_t end = at;
    while (end < roles.size() && roles[end] == roles[at]) ++end;
    parts.push_back(end - at > 1 ? fmt::format("{} x{}", roles[at], end - at) : roles[at]);
    at = end;
  }
  return Join(parts, ", ");
}

std::vector<Cell> StageCells(const DryStage& stage) {
  const bool asks = !stage.roles.empty();
  const char* runs = stage.runs == WillRun::kYes ? "yes" : "perhaps";
  const std::string model = stage.model.empty() ? stage.tier : stage.model;
  return {{fmt::format("  {}{}", stage.of_step ? "> " : "", stage.name), Tone::kStrong},
          {stage.kind},
          {runs, stage.runs == WillRun::kYes ? Tone::kPlain : Tone::kFaint},
          {RolesText(stage.roles)},
          {asks && !model.empty() ? model : "-"},
          {asks ? std::to_string(stage.prompt_tokens) : "-"},
          {std::to_string(stage.rounds)},
          {Fit(stage.condition, 120)}};
}

}  // namespace

void PrintDryRun(Context& context, const DryRun& run) {
  Output& out = context.out;
  const auto line = [&](std::string_view name, const std::string& text) {
    out.Line(fmt::format("  {}  {}", out.Paint(Tone::kFaint, fmt::format("{:<9}", name)), text));
  };
  out.Line("dry run: nothing is started and nothing is recorded");
  line("objective", Fit(Trim(run.objective), 200));
  line("pipeline", run.pipeline);
  line("size", run.size + (run.size_reason.empty() ? "" : ": " + run.size_reason));
  line("agent", run.settings.agent);
  line("isolation", run.settings.isolation);
  std::string asked = run.attended ? "asked" : "not asked where the pipeline can continue alone";
  if (!run.attended && !run.asks_anyway.empty())
    asked += fmt::format("; `{}` always waits for a person", Join(run.asks_anyway, "`, `"));
  line("questions", asked);
  line("limits", LimitsText(run.budget));
  line("estimate", run.estimate);
  out.Line("");
  std::vector<std::vector<Cell>> rows;
  std::int64_t left_out = 0;
  for (const DryStage& stage : run.stages) {
    if (stage.runs == WillRun::kNo) {
      ++left_out;
    } else {
      rows.push_back(StageCells(stage));
    }
  }
  context.Table({"  STAGE", "KIND", "RUNS", "ASKS", "MODEL", "PROMPT", "ROUNDS", "WHEN"}, rows);
  out.Line("");
  out.Line("  > every step of the plan; PROMPT: tokens of the fixed part; ROUNDS: at most");
  if (left_out > 0) {
    out.Line(fmt::format("  {} of the pipeline {} not on this run's way; all: forge pipeline graph {}",
                         Counted(left_out, "stage"), left_out == 1 ? "is" : "are", run.pipeline));
  }
}

}  // namespace forge::cli
