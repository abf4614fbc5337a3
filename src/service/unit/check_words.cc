#include "service/unit/check_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "service/proof/verify_outcome.h"
#include "text/plan/plan_shown.h"

namespace forge {
namespace {

// "make test (exit 2)".
std::string NameOfFailed(const VerifyResult& result) {
  return result.command + (result.timed_out ? " (timed out)" : fmt::format(" (exit {})", result.exit_code));
}

}  // namespace

std::string SummaryOfCheck(const VerifyReport& report, const std::vector<std::string>& findings,
                           const std::vector<std::string>& notes) {
  if (!findings.empty())
    return findings[0] + (findings.size() > 1 ? fmt::format(" (and {} more)", findings.size() - 1) : "");
  std::string text;
  for (const VerifyResult& result : report.results) {
    if (!result.passed) text += (text.empty() ? "" : ", ") + NameOfFailed(result);
  }
  const auto failed = static_cast<std::size_t>(CountFailed(report));
  if (failed < report.results.size()) {
    text += fmt::format("{}{} of {} commands passed", text.empty() ? "" : "; ", report.results.size() - failed,
                        report.results.size());
    const auto reused = std::count_if(report.results.begin(), report.results.end(),
                                      [](const VerifyResult& result) { return result.reused_from > 0; });
    if (reused > 0) text += fmt::format(" ({} cached: same tree)", reused);
  }
  if (!notes.empty()) {
    text += (text.empty() ? "" : "; ") + notes[0];
    if (notes.size() > 1) text += fmt::format(" (and {} more notes)", notes.size() - 1);
  }
  return text;
}

std::string NotesOf(const std::vector<std::string>& notes, const std::string& plan) {
  std::string text = notes.empty() ? "" : "\nNotes, only for information:\n";
  for (const std::string& note : notes) text += "- " + WithLineQuoted(note, plan, LineNumbers::kDropped) + "\n";
  return text;
}

void LeaveOutAccepted(std::vector<Contract>& contracts, const std::vector<std::string>& accepted,
                      std::vector<std::string>& notes) {
  std::erase_if(contracts, [&](const Contract& one) {
    if (std::ranges::find(accepted, one.command) == accepted.end()) return false;
    notes.push_back(fmt::format("contract `{}` broke, and that was accepted", one.name));
    return true;
  });
}

std::string BrokenContracts(const VerifyReport& report, const std::vector<Contract>& contracts) {
  std::vector<std::string> names;
  for (const Contract& contract : contracts) {
    const bool broken = std::ranges::any_of(report.results, [&](const VerifyResult& result) {
      return !result.passed && result.command == contract.command;
    });
    if (broken) names.push_back(contract.name);
  }
  if (names.empty()) return "";
  return fmt::format("{} broken: {}; ", names.size() == 1 ? "contract" : "contracts", Join(names, ", "));
}

std::string ProvesNothing(const StepSpec& step) {
  const bool one = step.verify.size() == 1;
  return fmt::format(
      "step {}: {} before the work, so {} nothing of it: `{}`; name a command that fails until the step is done, or "
      "say "
      "in `**Passes today:**` why not",
      step.id.value, one ? "its verify command passes" : "all its verify commands pass",
      one ? "it proves" : "they prove", Join(step.verify, "`, `"));
}

std::string StepsMadeFrom(const PlanDocument& plan) {
  if (plan.has_steps || plan.steps.empty()) return "";
  std::string text = "The plan lists no steps, so Forge made these from its `## Changes`:\n";
  for (const StepSpec& step : plan.steps) {
    const std::string files = step.writes.empty() ? "" : fmt::format(", of `{}`", Join(step.writes, "`, `"));
    text += fmt::format("- {}: {}{}\n", step.id.value, step.title, files);
  }
  return text +
         "The commands that prove them are those in backticks below `## Testing`. Write them there, each on a line of "
         "its own, or list the steps below `## Steps`, each with its own **Verify:**.\n";
}

}  // namespace forge
