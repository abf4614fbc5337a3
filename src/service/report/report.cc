#include "service/report/report.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/amounts.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/run_queries.h"
#include "text/first_line.h"

namespace forge {
namespace {

std::string StepLines(const RunReport& report) {
  const RunView& view = report.view;
  const std::map<StepId, std::int64_t> rounds = CountRounds(view);
  std::string text;
  std::size_t widest = 4;
  for (const StepRow& step : view.steps) widest = std::max(widest, step.id.value.size());
  for (const StepRow& step : view.steps) {
    text += fmt::format("  {:<8} {:<{}}  {}", Name(step.status), step.id.value, widest, step.title);
    const auto worked = rounds.find(step.id);
    if (worked != rounds.end() && worked->second > 1) text += fmt::format("  ({} rounds)", worked->second);
    text += ChangedText(report.changed, step.id);
    if (!step.reason.empty()) text += "\n           " + step.reason;
    text += "\n";
  }
  return text;
}

std::string StoryText(const RunReport& report) {
  if (report.story.empty()) return "";
  std::string text = "\nHow it went:\n";
  for (const StoryPoint& point : report.story)
    text += fmt::format("  {}{}{}\n", point.where, point.where.empty() ? "" : ": ", point.text);
  return text;
}

std::string CommitsText(const RunReport& report) {
  std::string text;
  for (const RunCommit& commit : report.commits)
    text += fmt::format("  commit {}  {}\n", commit.commit.substr(0, 12), commit.title);
  if (const std::string cut = CutCommits(report); !cut.empty()) text += "  " + cut + "\n";
  return text;
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

// By what it did, in the words of integrate_unit.cc.
std::int64_t& MergesLike(const UnitRow& unit, WorkCounts& work) {
  if (unit.summary.starts_with("commit ")) return work.commits;
  return unit.summary.starts_with("nothing changed") ? work.empty_merges : work.merges;
}

}  // namespace

std::string StepCounts(const RunView& view) {
  const auto count = [&](StepStatus status) { return std::ranges::count(view.steps, status, &StepRow::status); };
  const auto skipped = count(StepStatus::kSkipped);
  return fmt::format("{} of {} done{}", count(StepStatus::kDone), view.steps.size(),
                     skipped > 0 ? fmt::format(", {} skipped", skipped) : "");
}

WorkCounts CountWork(const RunReport& report) {
  WorkCounts work;
  work.units = report.view.run.units;
  for (const UnitRow& unit : report.view.units) {
    switch (unit.kind) {
      case UnitKind::kGate: continue;
      case UnitKind::kAgent:
      case UnitKind::kLearn: ++work.agents; break;
      case UnitKind::kCheck: ++work.checks; break;
      case UnitKind::kIntegrate: ++MergesLike(unit, work); break;
      case UnitKind::kChild: ++work.children; break;
    }
    if (unit.status == UnitStatus::kFailed) ++work.failed;
  }
  return work;
}

std::map<StepId, std::int64_t> CountRounds(const RunView& view) {
  std::map<StepId, std::int64_t> rounds;
  for (const StepRow& step : view.steps) {
    if (step.attempts > 0) rounds[step.id] = step.attempts;
  }
  // Several agents may work on a step in one round, each at its own stage or seat.
  std::map<std::tuple<StepId, std::string, std::string>, std::int64_t> worked;
  for (const UnitRow& unit : view.units) {
    const bool works = unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kChild;
    if (!works || unit.step.empty() || unit.attempt > 1) continue;
    const std::int64_t count = ++worked[{unit.step, unit.stage, unit.member}];
    rounds[unit.step] = std::max(rounds[unit.step], count);
  }
  return rounds;
}

std::string WorkText(const RunReport& report) {
  const WorkCounts work = CountWork(report);
  std::vector<std::string> parts;
  if (work.agents > 0) parts.push_back(fmt::format("{} of agents", work.agents));
  if (work.checks > 0) parts.push_back(Counted(work.checks, "check"));
  if (work.commits > 0) parts.push_back(Counted(work.commits, "commit"));
  if (work.merges > 0) parts.push_back(Counted(work.merges, "merge"));
  if (work.empty_merges > 0) parts.push_back(Counted(work.empty_merges, "merge") + " without changes");
  if (work.children > 0) parts.push_back(Counted(work.children, "child run"));
  if (work.failed > 0) parts.push_back(fmt::format("{} failed", work.failed));
  return Counted(work.units, "unit") + (parts.empty() ? "" : ": " + Join(parts, ", "));
}

std::string SpentText(const RunReport& report) {
  const CostShare& total = report.cost.total;
  std::string spent = SpendText(report.view.run.tokens, report.view.run.usd);
  if (const std::string unpriced = UnpricedText(report.cost); !unpriced.empty())
    spent += (spent.empty() ? "" : "; ") + unpriced;
  if (spent.empty()) return total.unreported > 0 ? kSpentUnknown : "nothing";
  if (total.unreported == 0) return spent;
  return fmt::format("{}, and what {} of {} agent units did not report", spent, total.unreported, total.units);
}

std::string ChildrenText(const RunReport& report) {
  if (CountWork(report).children == 0) return "";
  return "Child runs count their own units; their tokens and dollars are in the amounts of this run.";
}

std::string ModelsText(const RunReport& report) {
  std::vector<std::string> models;
  for (const CostShare& share : report.cost.models) {
    if (share.name != "-") models.push_back(share.name);
  }
  return Join(models, ", ");
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
  if (!view.steps.empty()) text += fmt::format("\nSteps: {}\n", StepCounts(view)) + StepLines(report);
  text += StoryText(report);
  text += fmt::format("\nWork: {}\nTime: active for {}\n", WorkText(report), FormatDuration(report.active_ms));
  const bool passed = FailedProofs(report).empty();
  text += (!IsVerified(report) ? ""
           : passed            ? "Verified: "
                               : "Proof: ") +
          ProofText(report) + "\n" + FailuresText(report);
  for (const std::string& note : ProofNotes(report)) text += "Note: " + FirstLine(note, 200) + "\n";
  text += FindingsText(report.findings);
  text += Changes(report.changes) + CommitsText(report);
  text += fmt::format("Spent: {}\n", SpentText(report));
  if (const std::string models = ModelsText(report); !models.empty()) text += "Models: " + models + "\n";
  if (const std::string children = ChildrenText(report); !children.empty()) text += children + "\n";
  const auto open = std::count_if(view.questions.begin(), view.questions.end(), [](const StoredQuestion& stored) {
    return stored.question.status == QuestionStatus::kOpen;
  });
  if (open > 0) text += fmt::format("Open questions: {}\n", open);
  if (!report.branch.empty() && run.status == RunStatus::kCompleted) {
    const std::string what = report.landed.empty() ? fmt::format("review: git log -p {1}..{0}; land: forge land {2}",
                                                                 report.branch, report.onto, run.id.value)
                                                   : report.landed;
    text += fmt::format("Branch: {} ({})\n", report.branch, what);
  }
  if (!report.next.empty()) text += fmt::format("Next: {}\n", report.next);
  return text;
}

}  // namespace forge
