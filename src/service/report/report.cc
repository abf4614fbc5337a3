#include "service/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "service/run_queries.h"
#include "text/first_line.h"

namespace forge {
namespace {

std::string Steps(const RunView& view) {
  std::string text;
  std::size_t widest = 4;
  for (const StepRow& step : view.steps) widest = std::max(widest, step.id.value.size());
  for (const StepRow& step : view.steps) {
    text += fmt::format("  {:<8} {:<{}}  {}", Name(step.status), step.id.value, widest, step.title);
    if (step.attempts > 1) text += fmt::format("  ({} attempts)", step.attempts);
    if (!step.reason.empty()) text += "\n           " + step.reason;
    text += "\n";
  }
  return text;
}

struct Work {
  std::int64_t agents = 0, checks = 0, failed = 0, revisions = 0;
};

Work CountWork(const std::vector<UnitRow>& units) {
  Work work;
  for (const UnitRow& unit : units) {
    const bool agent = unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn;
    if (agent) ++work.agents;
    if (agent && unit.iteration > 1) ++work.revisions;
    if (unit.kind == UnitKind::kCheck) ++work.checks;
    if (unit.status == UnitStatus::kFailed) ++work.failed;
  }
  return work;
}

std::string FindingsText(const std::vector<RunFinding>& findings) {
  if (findings.empty()) return "";
  std::map<FindingState, int> counts;
  for (const RunFinding& found : findings) ++counts[found.finding.state];
  std::string text = fmt::format("Findings: {}", findings.size());
  const char* mark = " (";
  for (const auto& [state, count] : counts) {
    text += fmt::format("{}{} {}", mark, count, Name(state));
    mark = ", ";
  }
  return text + ")\n";
}

std::string FailuresText(const RunReport& report) {
  std::string text;
  for (const auto& [check, command] : FailedProofs(report)) {
    text += fmt::format("Failed: {}{}: {} (exit {})\n", check->step.empty() ? "" : check->step.value + " ",
                        check->stage, command->command, command->exit_code);
    for (std::string_view line : Lines(command->tail)) text += fmt::format("  | {}\n", line);
    text += "  all of it: " + OutputCommand(report, *check) + "\n";
  }
  return text;
}

std::string Changes(const std::vector<FileChange>& changes) {
  if (changes.empty()) return "";
  std::int64_t added = 0;
  std::int64_t removed = 0;
  for (const FileChange& change : changes) {
    added += change.added;
    removed += change.removed;
  }
  return fmt::format("Changes: {} {}, +{} -{}\n", changes.size(), changes.size() == 1 ? "file" : "files", added,
                     removed);
}

}  // namespace

std::string StepCounts(const RunView& view) {
  const auto count = [&](StepStatus status) { return std::ranges::count(view.steps, status, &StepRow::status); };
  const auto skipped = count(StepStatus::kSkipped);
  return fmt::format("{} of {} done{}", count(StepStatus::kDone), view.steps.size(),
                     skipped > 0 ? fmt::format(", {} skipped", skipped) : "");
}

std::string ReportText(const RunReport& report) {
  const RunView& view = report.view;
  const RunRow& run = view.run;
  std::string text = fmt::format("Run {} · {} · {}\n", run.id.value, run.pipeline, Name(run.status));
  text += "Objective: " + FirstLine(run.objective, 200) + "\n";
  for (const std::string& warning : Warnings(report)) text += "Warning: " + warning + "\n";
  const bool warned = run.reason.starts_with(kAcceptedMark);
  if (!run.reason.empty() && !warned) text += "Because: " + run.reason + "\n";
  if (!run.plan_path.empty()) text += "Plan: " + run.plan_path + "\n";
  if (!view.steps.empty()) text += fmt::format("\nSteps: {}\n", StepCounts(view)) + Steps(view);
  const Work work = CountWork(view.units);
  text +=
      fmt::format("\nWork: {} agent units ({} of them after a revision), {} checks, {} failed units, {}\n", work.agents,
                  work.revisions, work.checks, work.failed, FormatDuration(run.updated.ms - run.created.ms));
  const bool passed = FailedProofs(report).empty();
  text += (!IsVerified(report) ? ""
           : passed            ? "Verified: "
                               : "Proof: ") +
          ProofText(report) + "\n" + FailuresText(report);
  for (const std::string& note : ProofNotes(report)) text += "Note: " + FirstLine(note, 200) + "\n";
  text += FindingsText(report.findings);
  text += Changes(report.changes);
  text += fmt::format("Cost: {} tokens, ${:.3f}\n", run.tokens, run.usd);
  const auto open = std::count_if(view.questions.begin(), view.questions.end(), [](const StoredQuestion& stored) {
    return stored.question.status == QuestionStatus::kOpen;
  });
  if (open > 0) text += fmt::format("Open questions: {}\n", open);
  if (!report.branch.empty() && run.status == RunStatus::kCompleted) {
    text += fmt::format("Branch: {0} (review: git log -p {1}..{0}; land: forge land {2})\n", report.branch, report.onto,
                        run.id.value);
  }
  return text;
}

}  // namespace forge
