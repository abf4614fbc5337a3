#include "service/proof/baselines.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kShownOfOutput = 2000;

bool IsOfProject(const Stage& stage) {
  return stage.checks.empty() &&
         std::ranges::all_of(stage.commands, [](const std::string& one) { return one == "project"; });
}

std::string HowItEnded(const VerifyResult& result) {
  if (!result.missing.empty()) return fmt::format("cannot run: the program `{}` is missing", result.missing);
  if (result.passed) return "passes";
  return result.timed_out ? "times out" : fmt::format("fails (exit {})", result.exit_code);
}

}  // namespace

void TakeBaselines(PipelineSet& set, bool wanted, const std::vector<std::string>& verify, const std::string& root) {
  std::optional<bool> none;  // looked up once, and only where it matters
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) {
      if (!wanted) std::erase(stage.checks, "fails-today");
      if (stage.kind != StageKind::kCheck || stage.mode != CheckMode::kBaseline) continue;
      bool useless = !wanted;
      if (!useless && IsOfProject(stage)) {
        if (!none) none = verify.empty() && DetectIn(root).commands.empty();
        useless = *none;
      }
      if (useless) stage.mode = CheckMode::kDisabled;
    }
  }
}

std::string BaselineSummary(const VerifyReport& report) {
  const auto passed = std::ranges::count_if(report.results, &VerifyResult::passed);
  return fmt::format("{} of {} verify commands pass before the work", passed, report.results.size());
}

Json RanBeforeJson(const VerifyReport& report) {
  Json ran = Json::MakeArray();
  for (const VerifyResult& result : report.results) {
    ran.Append(Json::MakeObject()
                   .Set("command", result.command)
                   .Set("exit_code", result.exit_code)
                   .Set("passed", result.passed));
  }
  return ran;
}

std::string BaselinePage(const VerifyReport& report, bool of_step, const std::string& passes_today) {
  if (report.results.empty()) return "";
  std::string page(of_step ? kStepBaselineHead : "The engine ran the project's verify commands before any work:\n");
  for (const VerifyResult& result : report.results) {
    page += fmt::format("- `{}` {}", result.command, HowItEnded(result));
    if (of_step && result.passed && passes_today.empty())
      page += ": it passed already, so it proves nothing of the work";
    page += "\n";
    if (of_step || result.passed || Trim(result.output).empty()) continue;
    page += KeepHeadAndTail(Trim(result.output), 0, kShownOfOutput) + "\n";
  }
  if (of_step && !passes_today.empty()) page += "The plan says why they may pass today: " + passes_today + "\n";
  return page;
}

}  // namespace forge
