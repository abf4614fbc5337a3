// What did not pass, and what was let through all the same.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/display.h"
#include "service/report/report.h"

namespace forge {

std::vector<std::string> Warnings(const RunReport& report) {
  std::vector<std::string> warnings;
  for (const AcceptedFailure& one : report.accepted) {
    const std::string by = one.by == "policy" ? "by the pipeline's rule" : one.by.empty() ? "" : "by " + one.by;
    warnings.push_back(fmt::format("Accepted although it failed{}{}: {}{}: {}", by.empty() ? "" : ", ", by,
                                   one.step.empty() ? "" : one.step.value + " ", one.stage, one.what));
  }
  for (const StoredQuestion& stored : report.view.questions) {
    const Question& question = stored.question;
    if (question.kind != QuestionKind::kCheckpoint || question.status != QuestionStatus::kDeferred) continue;
    warnings.push_back(
        fmt::format("The checkpoint of step {} was passed over: the run was unattended, and a person has "
                    "not looked at it",
                    question.step.value));
  }
  return warnings;
}

std::vector<FailedProof> FailedProofs(const RunReport& report) {
  std::vector<FailedProof> failed;
  for (const CheckRecord& check : report.checks) {
    if (!check.latest) continue;
    for (const CommandRecord& command : check.commands) {
      if (!command.passed) failed.push_back({&check, &command});
    }
  }
  return failed;
}

std::string OutputCommand(const RunReport& report, const CheckRecord& check) {
  return fmt::format("forge output {} --unit {}", report.view.run.id.value, check.unit.value);
}

bool IsVerified(const RunReport& report) {
  for (const CheckRecord& check : report.checks) {
    if (check.latest && !check.commands.empty()) return true;
  }
  return false;
}

bool MayStillVerify(const RunReport& report) {
  const RunStatus status = report.view.run.status;
  return !IsEnd(status) && status != RunStatus::kFailed;
}

namespace {

// What to set is said where the run had nothing to run, not where its turn did not come.
std::string UnverifiedText(const RunReport& report) {
  if (MayStillVerify(report)) return "not verified yet: no test command has run";
  const std::string text = "unverified: no test command was run";
  const bool had_some = std::ranges::any_of(report.steps, [](const StepSpec& step) { return !step.verify.empty(); });
  return had_some ? text : text + "; set one: forge config set verify \"make test\"";
}

}  // namespace

// What passed once and failed later is not proven.
std::string ProofText(const RunReport& report) {
  if (!IsVerified(report)) return UnverifiedText(report);
  std::set<std::string> passed;
  std::set<std::string> failed;
  for (const CheckRecord& check : report.checks) {
    if (!check.latest) continue;
    for (const CommandRecord& command : check.commands) (command.passed ? passed : failed).insert(command.command);
  }
  for (const std::string& command : failed) passed.erase(command);  // it failed for another step, or for the run
  std::string text = fmt::format("{} passed", Counted(static_cast<std::int64_t>(passed.size()), "command"));
  if (!failed.empty()) text += fmt::format(", {} failed", failed.size());
  return text;
}

}  // namespace forge
