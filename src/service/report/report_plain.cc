// The report for other programs: Markdown for pull requests, JUnit XML for CI.
#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/report/report.h"
#include "service/report/report_pictures.h"
#include "text/first_line.h"

namespace forge {
namespace {

// In a cell of a table: one line, and no bar that would begin another cell.
std::string Cell(std::string_view text) {
  return ReplaceAll(ReplaceAll(ReplaceAll(FirstLine(text, 300), "\\", "\\\\"), "|", "\\|"), "<", "&lt;");
}

// As code, with a fence longer than any inside.
std::string AsCode(std::string_view text) {
  const std::string clean = ReplaceAll(FirstLine(text, 300), "|", "\\|");
  return clean.find('`') == std::string::npos ? "`" + clean + "`" : "`` " + clean + " ``";
}

struct JunitCase {
  std::string group, name;
  double seconds = 0;
  std::string failure, details;  // empty: passed
  bool skipped = false;
};

std::vector<JunitCase> StepCases(const RunReport& report) {
  std::vector<JunitCase> cases;
  for (const StepRow& step : report.view.steps) {
    JunitCase one;
    one.group = "steps";
    one.name = step.id.value + ": " + step.title;
    for (const UnitRow& unit : report.view.units) {
      if (unit.step == step.id && unit.ended.ms > 0)
        one.seconds += static_cast<double>(unit.ended.ms - unit.started.ms) / 1000;
    }
    one.skipped = step.status == StepStatus::kSkipped;
    if (!IsSettled(step.status)) one.failure = std::string(Name(step.status));
    one.details = step.reason;
    cases.push_back(std::move(one));
  }
  return cases;
}

std::vector<JunitCase> CheckCases(const RunReport& report) {
  std::vector<JunitCase> cases;
  for (const CheckRecord& check : report.checks) {
    if (!check.latest) continue;
    const std::string group = check.step.empty() ? check.stage : check.step.value + "." + check.stage;
    if (check.commands.empty()) {
      cases.push_back({group, check.stage, 0, check.passed ? "" : "failed", check.summary, check.nothing_run});
    }
    for (const CommandRecord& command : check.commands) {
      JunitCase one{group, command.command, static_cast<double>(command.duration_ms) / 1000, "", "", false};
      if (!command.passed) {
        one.failure = fmt::format("exit {}", command.exit_code);
        one.details = fmt::format("{}{}all of it: {}", command.tail, command.tail.empty() ? "" : "\n",
                                  OutputCommand(report, check));
      }
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

// Line ends and tabs in an attribute would be read back as spaces.
std::string Attribute(std::string_view text) {
  return ReplaceAll(ReplaceAll(EscapeMarkup(text), "\n", "&#10;"), "\t", "&#9;");
}

}  // namespace

std::string ReportMarkdown(const RunReport& report) {
  const RunRow& run = report.view.run;
  std::string text = fmt::format("# Run {}: {}\n\n", run.id.value, Cell(run.objective));
  text += fmt::format("**{}** · {} · {} · active for {} · {}{}\n", Name(run.status), run.pipeline, WorkText(report),
                      FormatDuration(report.active_ms), SpentText(report),
                      ModelsText(report).empty() ? "" : " · " + Cell(ModelsText(report)));
  if (const std::string children = ChildrenText(report); !children.empty()) text += "\n" + children + "\n";
  for (const std::string& warning : Warnings(report)) text += "\n**Warning:** " + Cell(warning) + "\n";
  if (!run.reason.empty() && !run.reason.starts_with(kAcceptedMark)) text += "\n" + Cell(run.reason) + "\n";
  if (!report.view.steps.empty()) {
    text += fmt::format("\n## Steps ({})\n\n| step | status | what |\n|---|---|---|\n", StepCounts(report.view));
    for (const StepRow& step : report.view.steps) {
      const std::string changed = Cell(ChangedText(report.changed, step.id));
      text +=
          fmt::format("| {} | {} | {}{}{}{} |\n", Cell(step.id.value), Name(step.status), Cell(step.title),
                      step.reason.empty() ? "" : " (" + Cell(step.reason) + ")", changed.empty() ? "" : " ", changed);
    }
  }
  if (!report.story.empty()) text += "\n## How it went\n\n";
  for (const StoryPoint& point : report.story) {
    text += fmt::format(
        "1. {}{}\n", point.where.empty() ? "" : "**" + Cell(point.where) + "**: ", ReplaceAll(point.text, "<", "&lt;"));
  }
  text += "\n## Evidence\n\n";
  std::string rows;
  for (const JunitCase& one : CheckCases(report)) {
    rows += fmt::format("| {} | {} | {} |\n", Cell(one.group), AsCode(one.name),
                        one.skipped           ? "unverified: " + Cell(one.details)
                        : one.failure.empty() ? "passed"
                                              : Cell(one.failure));
  }
  text += rows.empty() ? "Unverified: no command was run to prove anything.\n"
                       : "| check | command | result |\n|---|---|---|\n" + rows;
  for (const auto& [check, command] : FailedProofs(report)) {
    if (command->tail.empty()) continue;
    text += fmt::format("\n{}, the last lines (all of it: `{}`):\n\n", AsCode(command->command),
                        OutputCommand(report, *check));
    for (std::string_view line : Lines(command->tail)) text += fmt::format("    {}\n", line);
  }
  for (const std::string& note : ProofNotes(report)) text += "\n- " + ReplaceAll(FirstLine(note, 300), "<", "&lt;");
  if (!ProofNotes(report).empty()) text += "\n";
  if (!report.findings.empty()) {
    text += "\n## Findings\n\n| id | state | severity | place | what |\n|---|---|---|---|---|\n";
    for (const RunFinding& found : report.findings) {
      const Finding& finding = found.finding;
      const std::string place = finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file;
      text += fmt::format("| {} | {} | {} | {} | {}{} |\n", found.id, Name(finding.state), Cell(finding.severity),
                          Cell(place), Cell(finding.description),
                          finding.reason.empty() ? "" : " (" + Cell(finding.reason) + ")");
    }
  }
  if (report.left_below > 0)
    text += fmt::format("\nThe runs below left {} to decide: `forge triage {}`\n",
                        Counted(report.left_below, "finding"), report.view.run.id.value);
  if (!report.changes.empty()) {
    text += "\n## Changes\n\n| file | added | removed |\n|---|---:|---:|\n";
    for (const FileChange& change : report.changes)
      text += fmt::format("| {} | {} | {} |\n", AsCode(change.path), change.added, change.removed);
  }
  if (!report.commits.empty()) text += "\n## Commits\n\n";
  for (const RunCommit& commit : report.commits)
    text += fmt::format("- commit {} {}\n", commit.commit.substr(0, 12), Cell(commit.title));
  if (const std::string cut = CutCommits(report); !cut.empty()) text += "\n" + cut + "\n";
  if (!report.next.empty()) text += fmt::format("\nNext: `{}`\n", report.next);
  return text;
}

std::string ReportJunit(const RunReport& report) {
  std::vector<JunitCase> cases = StepCases(report);
  for (JunitCase& one : CheckCases(report)) cases.push_back(std::move(one));
  const auto failures =
      std::count_if(cases.begin(), cases.end(), [](const JunitCase& one) { return !one.failure.empty(); });
  const auto skipped = std::count_if(cases.begin(), cases.end(), [](const JunitCase& one) { return one.skipped; });
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format(
      "<testsuites>\n<testsuite name=\"forge run {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
      report.view.run.id.value, cases.size(), failures, skipped);
  const RunRow& run = report.view.run;
  // A number for programs; money that was spent is never zero.
  const std::string usd =
      run.usd > 0 && run.usd < 0.01 ? fmt::format("{:.6f}", run.usd) : fmt::format("{:.2f}", run.usd);
  xml += fmt::format(
      "<properties>\n<property name=\"units\" value=\"{}\"/>\n<property name=\"active_ms\" value=\"{}\"/>\n"
      "<property name=\"tokens\" value=\"{}\"/>\n<property name=\"usd\" value=\"{}\"/>\n</properties>\n",
      run.units, report.active_ms, run.tokens, usd);
  for (const JunitCase& one : cases) {
    xml += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", Attribute(one.group),
                       Attribute(one.name), one.seconds);
    if (one.skipped) {
      xml += fmt::format("><skipped message=\"{}\"/></testcase>\n", Attribute(one.details));
    } else if (!one.failure.empty()) {
      xml += fmt::format("><failure message=\"{}\">{}</failure></testcase>\n", Attribute(one.failure),
                         EscapeMarkup(one.details));
    } else {
      xml += "/>\n";
    }
  }
  if (!report.story.empty()) xml += "<system-out>";
  for (const StoryPoint& point : report.story)
    xml += EscapeMarkup(fmt::format("{}{}{}\n", point.where, point.where.empty() ? "" : ": ", point.text));
  if (!report.story.empty()) xml += "</system-out>\n";
  return xml + "</testsuite>\n</testsuites>\n";
}

}  // namespace forge
