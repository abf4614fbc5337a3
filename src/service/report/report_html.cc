// The report as one page. No script and nothing from outside: it can be mailed, archived and read on a telephone.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "base/amounts.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/report/page_style.h"
#include "service/report/report.h"
#include "service/report/report_pictures.h"
#include "text/first_line.h"

namespace forge {
namespace {

std::string Time(TimePoint at) {
  if (at.ms <= 0) return "";
  const std::int64_t day_ms = ((at.ms % 86'400'000) + 86'400'000) % 86'400'000;
  return fmt::format("{} {:02}:{:02}:{:02}", UtcDay(at.ms), day_ms / 3'600'000, day_ms / 60'000 % 60,
                     day_ms / 1000 % 60);
}

std::string_view ToneOf(RunStatus status) {
  switch (status) {
    case RunStatus::kCompleted: return "good";
    case RunStatus::kFailed:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return "bad";
    case RunStatus::kActive:
    case RunStatus::kWaiting:
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked: return "warn";
  }
  return "warn";
}

std::string_view ToneOf(StepStatus status) {
  if (status == StepStatus::kDone) return "good";
  if (status == StepStatus::kFailed || status == StepStatus::kBlocked) return "bad";
  return status == StepStatus::kRunning || status == StepStatus::kWaiting ? "warn" : "quiet";
}

std::string_view ToneOf(const Finding& finding) {
  if (finding.state == FindingState::kFixed) return "good";
  if (finding.state != FindingState::kOpen) return "quiet";
  return finding.level == FindingLevel::kHigh ? "bad" : "warn";
}

std::string Badge(std::string_view tone, std::string_view word) {
  return fmt::format("<span class=\"badge {}\">{}</span>", tone, EscapeMarkup(word));
}

void AddFacts(std::string& page, const RunReport& report) {
  auto fact = [&](std::string_view name, const std::string& value) {
    page += fmt::format("<div><span class=\"quiet\">{}</span><b>{}</b></div>\n", name, value);
  };
  page += "<div class=\"facts\">\n";
  if (!report.view.steps.empty()) fact("steps", StepCounts(report.view));
  const auto open = std::count_if(report.findings.begin(), report.findings.end(), NeedsTriage);
  fact("findings", fmt::format("{}, {} to settle", report.findings.size(), open));
  if (report.left_below > 0) fact("findings below", fmt::format("{} to settle", report.left_below));
  std::int64_t added = 0;
  std::int64_t removed = 0;
  for (const FileChange& change : report.changes) {
    added += change.added;
    removed += change.removed;
  }
  fact("changes",
       fmt::format("{}, +{} −{}", Counted(static_cast<std::int64_t>(report.changes.size()), "file"), added, removed));
  fact("active for", FormatDuration(report.active_ms));
  fact("spent", EscapeMarkup(SpentText(report)));
  page += fmt::format("</div>\n<p class=\"quiet\">{}{}{}</p>\n", EscapeMarkup(WorkText(report)),
                      ModelsText(report).empty() ? "" : " · models: " + EscapeMarkup(ModelsText(report)),
                      ChildrenText(report).empty() ? "" : "<br>" + ChildrenText(report));
}

void AddStorySection(std::string& page, const RunReport& report) {
  if (report.story.empty()) return;
  page += "<h2>How it went</h2>\n<ol class=\"story\">\n";
  std::size_t shown = 0;
  for (const StoryPoint& point : report.story) {
    if (++shown > kMostRows) break;
    page +=
        fmt::format("<li class=\"{}\"><time>+{}</time><div>{}{}</div></li>\n",
                    point.good   ? "ok"
                    : point.asks ? "ask"
                                 : "back",
                    FormatDuration(std::max<std::int64_t>(0, point.at.ms - report.view.run.created.ms)),
                    point.where.empty() ? "" : "<b>" + EscapeMarkup(point.where) + "</b> ", EscapeMarkup(point.text));
  }
  page += "</ol>\n" + CutLine(report.story.size());
}

void AddPlanSection(std::string& page, const RunReport& report) {
  if (report.view.steps.empty()) return;
  page += "<h2>Plan</h2>\n";
  if (!report.view.run.plan_path.empty()) {
    page += fmt::format("<p class=\"quiet\">{}</p>\n", EscapeMarkup(report.view.run.plan_path));
  }
  page +=
      "<div class=\"scroll\"><table class=\"stack\"><thead><tr><th>step</th><th>status</th><th>what</th><th>proven "
      "by</th>"
      "<th class=\"number\">rounds</th></tr></thead><tbody>\n";
  const std::map<StepId, std::int64_t> rounds = CountRounds(report.view);
  std::size_t shown = 0;
  for (const StepRow& row : report.view.steps) {
    if (++shown > kMostRows) break;
    const auto place = static_cast<std::size_t>(row.place);
    std::string verify;
    if (place < report.steps.size()) {
      for (const std::string& command : report.steps[place].verify)
        verify += fmt::format("<code>{}</code><br>", EscapeMarkup(command));
    }
    page += fmt::format(
        "<tr><td class=\"word\">{}</td><td>{}</td><td class=\"text\">{}{}</td><td>{}</td><td "
        "class=\"number\" data-of=\"rounds\">{}</td></tr>\n",
        EscapeMarkup(row.id.value), Badge(ToneOf(row.status), Name(row.status)),
        EscapeMarkup(row.title + ChangedText(report.changed, row.id)),
        row.reason.empty() ? "" : "<br><span class=\"quiet\">" + EscapeMarkup(row.reason) + "</span>", verify,
        rounds.contains(row.id) ? rounds.at(row.id) : 0);
  }
  page += "</tbody></table></div>\n" + CutLine(report.view.steps.size());
}

void AddPictures(std::string& page, const RunReport& report) {
  if (const std::string timeline = DrawTimeline(report); !timeline.empty()) {
    page +=
        "<h2>Timeline</h2>\n" + timeline +
        "<p class=\"key quiet\">"
        "<span><i style=\"background:var(--agent)\"></i> agent</span><span><i style=\"background:var(--check)\"></i> "
        "check</span>"
        "<span><i style=\"background:var(--merge)\"></i> merge or child run</span><span><i "
        "style=\"background:var(--bad)\"></i> failed</span>"
        "<span><i style=\"background:var(--live)\"></i> running</span><span><u></u> waiting</span></p>\n";
  }
  if (const std::string graph = DrawSteps(report); !graph.empty()) {
    page += "<h2>Graph</h2>\n<div class=\"scroll\">" + graph + "</div>\n";
  }
}

// The last lines of what a failed command printed.
std::string OutputOf(const RunReport& report, const CheckRecord& check, const CommandRecord& command) {
  if (command.passed || command.tail.empty()) return "";
  return fmt::format("<pre>{}</pre><span class=\"quiet\">all of it: <code>{}</code></span>", EscapeMarkup(command.tail),
                     EscapeMarkup(OutputCommand(report, check)));
}

std::string EvidenceRow(const RunReport& report, const CheckRecord& check, const CommandRecord* command) {
  const bool passed = command == nullptr ? check.passed : command->passed;
  std::string where = check.step.empty() ? check.stage : check.step.value + ", " + check.stage;
  if (check.iteration > 1) where += fmt::format(", round {}", check.iteration);
  return fmt::format(
      "<tr><td class=\"word\">{}</td><td>{}</td><td class=\"text\">{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td>"
      "<td><code>{}</code></td></tr>\n",
      EscapeMarkup(where),
      check.nothing_run ? Badge("warn", "unverified") : Badge(passed ? "good" : "bad", passed ? "passed" : "failed"),
      command == nullptr ? EscapeMarkup(FirstLine(check.summary, 300))
                         : "<code>" + EscapeMarkup(command->command) + "</code>" + OutputOf(report, check, *command),
      command == nullptr ? "" : fmt::format("exit {}", command->exit_code),
      command == nullptr ? "" : FormatDuration(command->duration_ms), EscapeMarkup(check.tree.substr(0, 12)));
}

// Of the last rounds, or of those before.
std::string EvidenceTable(const RunReport& report, bool latest) {
  std::string rows;
  std::size_t shown = 0;
  for (const CheckRecord& check : report.checks) {
    if (check.latest != latest) continue;
    if (check.commands.empty() && ++shown <= kMostRows) rows += EvidenceRow(report, check, nullptr);
    for (const CommandRecord& command : check.commands) {
      if (++shown <= kMostRows) rows += EvidenceRow(report, check, &command);
    }
  }
  if (rows.empty()) return "";
  return "<div class=\"scroll\"><table class=\"stack\"><thead><tr><th>check</th><th>result</th><th>command</th><th "
         "class=\"number\">exit</th><th class=\"number\">time</th><th>tree</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div>\n" + CutLine(shown);
}

void AddEvidence(std::string& page, const RunReport& report) {
  page += "<h2>Evidence</h2>\n";
  if (!IsVerified(report)) {
    page += MayStillVerify(report) ? "<p class=\"quiet\">Not verified yet: no command has run to prove anything.</p>\n"
                                   : "<p class=\"bad\">Unverified: no command was run to prove anything.</p>\n";
  }
  page += EvidenceTable(report, true);
  const auto earlier = std::ranges::count(report.checks, false, &CheckRecord::latest);
  if (earlier == 0) return;
  page += fmt::format("<details><summary>{}</summary>\n{}</details>\n", Counted(earlier, "earlier round"),
                      EvidenceTable(report, false));
}

void AddFindings(std::string& page, const RunReport& report) {
  page += "<h2>Findings</h2>\n";
  if (report.findings.empty()) {
    page += "<p class=\"quiet\">None.</p>\n";
    return;
  }
  page +=
      "<div "
      "class=\"scroll\"><table "
      "class=\"stack\"><thead><tr><th>id</th><th>state</th><th>severity</th><th>place</th><th>what</"
      "th><th>from</th>"
      "</tr></thead><tbody>\n";
  std::size_t shown = 0;
  for (const RunFinding& found : report.findings) {
    if (++shown > kMostRows) break;
    const Finding& finding = found.finding;
    const std::string place = finding.line > 0 ? fmt::format("{}:{}", finding.file, finding.line) : finding.file;
    std::string notes;
    if (!finding.reason.empty()) notes += "<br><span class=\"quiet\">" + EscapeMarkup(finding.reason) + "</span>";
    for (const std::string& note : finding.notes)
      notes += "<br><span class=\"quiet\">note: " + EscapeMarkup(note) + "</span>";
    page += fmt::format(
        "<tr><td class=\"word\">{}</td><td>{}</td><td class=\"short\">{}</td><td>{}</td><td "
        "class=\"text\">{}{}</td><td class=\"short\">{}</td></tr>\n",
        found.id, Badge(ToneOf(finding), Name(finding.state)), EscapeMarkup(finding.severity), EscapeMarkup(place),
        EscapeMarkup(FirstLine(finding.description, 2000)), notes, EscapeMarkup(found.from));
  }
  page += "</tbody></table></div>\n" + CutLine(report.findings.size());
}

void AddChanges(std::string& page, const RunReport& report) {
  if (report.changes.empty()) return;
  page += "<h2>Changes</h2>\n";
  if (!report.branch.empty())
    page += fmt::format("<p>On branch <code>{}</code>{}{}</p>\n", EscapeMarkup(report.branch),
                        report.landed.empty() ? "" : ", ", EscapeMarkup(report.landed));
  page +=
      "<div class=\"scroll\"><table class=\"stack\"><thead><tr><th>file</th><th class=\"number\">added</th><th "
      "class=\"number\">removed</th></tr></thead><tbody>\n";
  std::size_t shown = 0;
  for (const FileChange& change : report.changes) {
    if (++shown > kMostRows) break;
    page += fmt::format(
        "<tr><td class=\"text\"><code>{}</code></td><td class=\"number good\">{}</td><td class=\"number "
        "bad\">{}</td></tr>\n",
        EscapeMarkup(change.path), change.binary ? "binary" : fmt::format("+{}", change.added),
        change.binary ? "" : fmt::format("−{}", change.removed));
  }
  page += "</tbody></table></div>\n" + CutLine(report.changes.size());
}

// A diff line by line: what was added and removed has its colour.
std::string DiffMarkup(std::string_view diff) {
  std::string text;
  for (std::string_view line : Lines(diff)) {
    const bool header = line.starts_with("+++") || line.starts_with("---") || line.starts_with("diff ");
    const char* kind = header                   ? "h"
                       : line.starts_with('+')  ? "a"
                       : line.starts_with('-')  ? "d"
                       : line.starts_with("@@") ? "h"
                                                : "";
    text += fmt::format("<span class=\"{}\">{}</span>", kind, line.empty() ? " " : EscapeMarkup(line));
  }
  return text;
}

void AddCommits(std::string& page, const RunReport& report) {
  if (report.commits.empty()) return;
  page += "<h2>Commits</h2>\n";
  for (const RunCommit& commit : report.commits) {
    page +=
        fmt::format("<details class=\"commit\"><summary><code>{}</code> {}</summary>\n<pre class=\"diff\">{}</pre>\n",
                    EscapeMarkup(commit.commit.substr(0, 12)), EscapeMarkup(commit.title), DiffMarkup(commit.diff));
    if (commit.cut)
      page += fmt::format("<p class=\"quiet\">the rest: <code>git show {}</code></p>\n",
                          EscapeMarkup(commit.commit.substr(0, 12)));
    page += "</details>\n";
  }
  if (const std::string cut = CutCommits(report); !cut.empty())
    page += "<p class=\"quiet\">" + EscapeMarkup(cut) + "</p>\n";
}

void AddLanding(std::string& page, const RunReport& report) {
  if (report.next.empty()) return;
  page += "<h2>Next</h2>\n";
  const bool done = report.view.run.status == RunStatus::kCompleted;
  if (!report.branch.empty() && (done || !report.commits.empty()))
    page +=
        fmt::format("<p>{2} is on <code>{0}</code>. Read it with <code>git log -p {1}..{0}</code>.</p>\n",
                    EscapeMarkup(report.branch), EscapeMarkup(report.onto), done ? "The result" : "The work so far");
  page += fmt::format("<pre class=\"next\">{}</pre>\n", EscapeMarkup(report.next));
}

void AddCost(std::string& page, const RunReport& report) {
  page +=
      "<h2>Cost</h2>\n<p class=\"quiet\">By the units that asked an agent.</p>\n<div class=\"scroll\"><table "
      "class=\"stack\"><thead><tr><th>stage</th><th class=\"number\">units</th><th "
      "class=\"number\">failed</th>"
      "<th class=\"number\">tokens in</th><th class=\"number\">cached</th><th class=\"number\">tokens out</th><th "
      "class=\"number\">cost</th></tr></thead><tbody>\n";
  auto row = [&](const CostShare& share, const std::string& name) {
    page += fmt::format(
        "<tr><td class=\"word\">{}</td><td class=\"number\" data-of=\"units\">{}</td><td class=\"number\" "
        "data-of=\"failed\">{}</td><td class=\"number\" data-of=\"in\">{}</td><td class=\"number\" "
        "data-of=\"cached\">{}</td>"
        "<td class=\"number\" data-of=\"out\">{}</td><td class=\"number\">{}</td></tr>\n",
        EscapeMarkup(name), share.units, share.failed, share.usage.input_tokens + share.usage.cache_write_tokens,
        share.usage.cache_read_tokens, share.usage.output_tokens, EscapeMarkup(CostText(share, UsdDigits::kTwo)));
  };
  for (const CostShare& share : report.cost.stages) row(share, share.name);
  if (report.cost.children.units > 0) row(report.cost.children, "child runs");
  CostShare all = report.cost.total;
  all.units += report.cost.children.units;
  all.usage += report.cost.children.usage;
  row(all, "all");
  page += "</tbody></table></div>\n";
}

void AddQuestions(std::string& page, const RunReport& report) {
  if (report.view.questions.empty()) return;
  page +=
      "<h2>Questions</h2>\n<div "
      "class=\"scroll\"><table "
      "class=\"stack\"><thead><tr><th>asked</th><th>question</th><th>answer</th></tr></thead><tbody>\n";
  for (const StoredQuestion& stored : report.view.questions) {
    const Question& question = stored.question;
    std::string answer = question.status == QuestionStatus::kAnswered ? EscapeMarkup(question.answer)
                                                                      : std::string(Name(question.status));
    if (!question.comment.empty()) answer += "<br><span class=\"quiet\">" + EscapeMarkup(question.comment) + "</span>";
    if (!question.by.empty()) answer += fmt::format("<br><span class=\"quiet\">{}</span>", EscapeMarkup(question.by));
    page += fmt::format("<tr><td>{}</td><td class=\"text\">{}</td><td>{}</td></tr>\n", Time(question.asked),
                        EscapeMarkup(FirstLineOf(question)), answer);
  }
  page += "</tbody></table></div>\n";
}

}  // namespace

std::string ReportHtml(const RunReport& report) {
  const RunRow& run = report.view.run;
  std::string page(kPageHead);
  page += fmt::format("<title>Run {}: {}</title>\n", run.id.value, EscapeMarkup(FirstLine(run.objective, 80)));
  page += kPageStyle;
  page += "</head>\n<body>\n<main>\n";
  page += fmt::format(
      "<p class=\"quiet\">Run {} · {} · begun {} UTC</p>\n<h1>{}</h1>\n<p>{} <span class=\"quiet\">{}{}</span></p>\n",
      run.id.value, EscapeMarkup(run.pipeline), Time(run.created), EscapeMarkup(FirstLine(run.objective, 200)),
      Badge(ToneOf(run.status), Name(run.status)), EscapeMarkup(ProofText(report)),
      report.next.empty() ? "" : " · next: <code class=\"short\">" + EscapeMarkup(report.next) + "</code>");
  for (const std::string& warning : Warnings(report))
    page += fmt::format("<p class=\"bad note\"><b>{}</b></p>\n", EscapeMarkup(warning));
  if (!run.reason.empty() && !run.reason.starts_with(kAcceptedMark))
    page += fmt::format("<p class=\"quiet\">{}</p>\n", EscapeMarkup(run.reason));
  AddFacts(page, report);
  page += fmt::format("<h2>Objective</h2>\n<pre>{}</pre>\n", EscapeMarkup(run.objective));
  AddStorySection(page, report);
  AddPlanSection(page, report);
  AddPictures(page, report);
  AddEvidence(page, report);
  for (const std::string& note : ProofNotes(report)) page += fmt::format("<p>{}</p>\n", EscapeMarkup(note));
  AddFindings(page, report);
  AddChanges(page, report);
  AddCommits(page, report);
  AddCost(page, report);
  AddQuestions(page, report);
  AddLanding(page, report);
  page += fmt::format("<p class=\"quiet\">{} events in the journal.</p>\n</main>\n</body>\n</html>\n", report.events);
  return page;
}

}  // namespace forge
