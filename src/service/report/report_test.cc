#include "service/report/report.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "service/report/report_pictures.h"
#include "service/testing/sample_report.h"

namespace forge {
namespace {

std::size_t Count(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
  return count;
}

TEST(Report, APageNeedsNothingFromOutside) {
  const std::string page = ReportHtml(SampleReport(3, 2));
  EXPECT_EQ(page.find("http://"), std::string::npos);
  EXPECT_EQ(page.find("https://"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(page.find("width=device-width"), std::string::npos);
  for (const char* part : {"Objective", "Plan", "Timeline", "Graph", "Evidence", "Findings", "Cost"})
    EXPECT_NE(page.find(std::string("<h2>") + part), std::string::npos) << part;
}

TEST(Report, WhatPeopleAndModelsWroteIsNeverMarkup) {
  RunReport report = SampleReport(1, 1);
  report.view.steps[0].title = "<script>alert(1)</script>";
  report.steps[0].title = report.view.steps[0].title;
  RunFinding found;
  found.id = "F1";
  found.finding.description = std::string("a\0b<img src=x onerror=y>", 24);
  found.finding.file = "\"><svg onload=z>";
  report.findings = {found};
  for (const std::string& page : {ReportHtml(report), ReportJunit(report)}) {
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(page.find("<svg onload"), std::string::npos);
    EXPECT_EQ(page.find('\0'), std::string::npos);
  }
  EXPECT_NE(ReportHtml(report).find("&lt;b&gt;it&lt;/b&gt; &amp; &quot;quote&quot;"), std::string::npos);
}

TEST(Report, TellsDoneStepsFromSkippedOnes) {
  RunReport report = SampleReport(3, 1);
  for (StepRow& step : report.view.steps) step.status = StepStatus::kDone;
  EXPECT_EQ(StepCounts(report.view), "3 of 3 done");
  report.view.steps[1].status = StepStatus::kSkipped;
  EXPECT_EQ(StepCounts(report.view), "2 of 3 done, 1 skipped");
}

TEST(Report, EveryUnitIsABarAndEveryStepABox) {
  const RunReport report = SampleReport(500, 20);
  EXPECT_EQ(Count(DrawTimeline(report), "<i class=\"agent\"") + Count(DrawTimeline(report), "<i class=\"check\""),
            10'000U);
  EXPECT_EQ(Count(DrawSteps(report), "<rect"), 500U);
  EXPECT_EQ(Count(DrawSteps(report), "<path class=\"edge"), 499U);
}

TEST(Report, ATimelineHasNoMoreLanesThanATableHasRows) {
  const std::string whole = DrawTimeline(SampleReport(static_cast<int>(kMostRows), 1));
  EXPECT_EQ(Count(whole, "<div class=\"lane\">"), kMostRows);
  EXPECT_EQ(whole.find("are shown"), std::string::npos);
  const std::string cut = DrawTimeline(SampleReport(static_cast<int>(kMostRows) + 1, 1));
  EXPECT_EQ(Count(cut, "<div class=\"lane\">"), kMostRows);
  EXPECT_NE(cut.find("2000 of 2001 are shown"), std::string::npos);
}

TEST(Report, ThePagesCostTableTellsCachedTokensAndSmallAmounts) {
  RunReport report = SampleReport(1, 1);
  CostShare share;
  share.name = "build";
  share.units = 1;
  share.usage = {.input_tokens = 11, .output_tokens = 22, .usd = 0.004};
  share.usage.cache_read_tokens = 33;
  share.usage.cache_write_tokens = 44;
  report.cost.stages = {share};
  const std::string page = ReportHtml(report);
  EXPECT_NE(page.find("data-of=\"in\">55</td><td class=\"number\" data-of=\"cached\">33</td><td class=\"number\" "
                      "data-of=\"out\">22</td><td class=\"number\">$0.004</td>"),
            std::string::npos);
}

TEST(Report, TellsHowManyCommitsThereAreWhereNotAllAreShown) {
  RunReport report = SampleReport(1, 2);
  AddSampleStory(report);
  report.branch = "forge/run-007";
  report.commits_in_all = 2;
  for (const std::string& text : {ReportText(report), ReportMarkdown(report), ReportHtml(report)})
    EXPECT_EQ(text.find(" of 2 commits"), std::string::npos);
  report.commits_in_all = 340;
  for (const std::string& text : {ReportText(report), ReportMarkdown(report), ReportHtml(report)})
    EXPECT_NE(text.find("2 of 340 commits; all of them: git log main..forge/run-007"), std::string::npos) << text;
}

TEST(Report, TimeInWhichNothingRanIsDrawnShort) {
  RunReport report = SampleReport(1, 2);
  report.view.units[1].started = TimePoint{1'000'000 + 40'000'000};
  report.view.units[1].ended = TimePoint{1'000'000 + 40'001'000};
  const std::string svg = DrawTimeline(report);
  EXPECT_NE(svg.find("<li><b>A</b> nothing ran for 11h"), std::string::npos) << svg;
  report.waits = {{TimePoint{1'000'000 + 2'000}, TimePoint{1'000'000 + 40'000'000}, "for an answer: Go on?"}};
  const std::string labelled = DrawTimeline(report);
  EXPECT_NE(labelled.find("for an answer: Go on?</li>"), std::string::npos) << labelled;
  EXPECT_EQ(labelled.find("nothing ran"), std::string::npos) << labelled;
}

TEST(Report, AShortWaitIsHatchedToScaleAndNamed) {
  RunReport report = SampleReport(1, 2);
  const std::int64_t start = report.view.units[0].started.ms;
  const auto place = [&](std::size_t unit, std::int64_t from, std::int64_t to) {
    report.view.units[unit].started = TimePoint{start + from};
    report.view.units[unit].ended = TimePoint{start + to};
  };
  place(0, 0, 7'000);
  place(1, 10'000, 20'000);
  report.waits = {{TimePoint{start + 7'100}, TimePoint{start + 9'900}, "for an answer: Go on?"}};
  const std::string page = DrawTimeline(report);
  EXPECT_NE(page.find("<u style=\"left:35.00%;width:15.00%\""), std::string::npos) << page;
  EXPECT_NE(page.find("<li><b>A</b> 3.0s for an answer: Go on?</li>"), std::string::npos) << page;
  place(1, 7'200, 20'000);
  EXPECT_EQ(DrawTimeline(report).find("<u"), std::string::npos) << "too narrow to be seen";
  report.waits.clear();
  place(1, 7'800, 20'000);
  EXPECT_EQ(DrawTimeline(report).find("<u"), std::string::npos) << "no wait is known, and it is narrow";
}

TEST(Report, CountsTheRoundsOfAStepAndNotItsRetriesAfterErrors) {
  RunReport report = SampleReport(1, 3);
  const StepId step = report.view.steps[0].id;
  for (UnitRow& unit : report.view.units) {
    unit.kind = UnitKind::kAgent;
    unit.stage = "implement";
    unit.step = step;
    unit.member.clear();
    unit.attempt = 1;
  }
  report.view.units[1].attempt = 2;  // after an error
  EXPECT_EQ(CountRounds(report.view).at(step), 2);
  report.view.units[2].stage = "review";  // another agent in the same round
  EXPECT_EQ(CountRounds(report.view).at(step), 1);
}

TEST(Report, SaysWhatToSetOnlyWhereThereWasNothingToRun) {
  RunReport report = SampleReport(1, 0);
  report.checks.clear();
  report.steps[0].verify = {"make"};
  report.view.run.status = RunStatus::kWaiting;
  EXPECT_EQ(ProofText(report), "not verified yet: no test command has run");
  report.view.run.status = RunStatus::kFailed;
  EXPECT_EQ(ProofText(report), "unverified: no test command was run");
  report.steps[0].verify.clear();
  EXPECT_EQ(ProofText(report), "unverified: no test command was run; set one: forge config set verify \"make test\"");
}

TEST(Report, AUnitThatStillRunsIsDrawnUntilNow) {
  RunReport report = SampleReport(1, 1);
  report.view.units[0].status = UnitStatus::kRunning;
  report.view.units[0].ended = TimePoint{};
  report.now = TimePoint{report.view.units[0].started.ms + 5'000};
  EXPECT_NE(DrawTimeline(report).find("class=\"live\""), std::string::npos);
  EXPECT_NE(DrawTimeline(report).find(">2.0s</b>"), std::string::npos) << "ticks at round times";
}

TEST(Report, OfARunWithNothingInItIsStillAPage) {
  RunReport report;
  report.view.run.objective = "x";
  report.view.run.status = RunStatus::kCompleted;
  EXPECT_NE(ReportHtml(report).find("Unverified: no command was run"), std::string::npos);
  EXPECT_TRUE(DrawTimeline(report).empty());
  EXPECT_TRUE(DrawSteps(report).empty());
  EXPECT_NE(ReportJunit(report).find("tests=\"0\""), std::string::npos);
  EXPECT_FALSE(ReportMarkdown(report).empty());
}

TEST(Report, TellsTheLastLinesOfWhatFailedAndFirstWhatWasAccepted) {
  RunReport report = SampleReport(1, 0);
  CheckRecord verify{UnitId{7}, StepId{}, "verify", 1,  {},
                     "",        true,     false,    "", {{"make", 2, false, 10, "FAIL: <adds>"}}};
  report.checks = {verify};
  report.accepted = {{StepId{}, "verify", "make (exit 2)", "ada"}};
  const std::string text = ReportText(report);
  EXPECT_LT(text.find("Warning: Accepted although it failed, by ada: verify: make (exit 2)"), text.find("Steps"));
  EXPECT_NE(text.find("Failed: verify: make (exit 2)\n  | FAIL: <adds>\n  all of it: forge output"), std::string::npos)
      << text;
  EXPECT_NE(ReportHtml(report).find("<pre>FAIL: &lt;adds&gt;</pre>"), std::string::npos);
  EXPECT_NE(ReportJunit(report).find("<failure message=\"exit 2\">FAIL: &lt;adds&gt;\nall of it: forge output"),
            std::string::npos);
  EXPECT_NE(ReportMarkdown(report).find("    FAIL: <adds>\n"), std::string::npos);
}

TEST(Report, ACommandThatFailedSomewhereDidNotPass) {
  RunReport report = SampleReport(1, 0);
  CheckRecord step{UnitId{6}, StepId{"a"}, "verify", 1, {}, "", true, true, "", {{"make", 0, true, 10, ""}}};
  report.checks = {step};
  EXPECT_NE(ReportText(report).find("\nVerified: 1 command passed\n"), std::string::npos);
  CheckRecord run{UnitId{7}, StepId{}, "verify", 1, {}, "", true, false, "", {{"make", 2, false, 10, ""}}};
  report.checks = {step, run};
  EXPECT_NE(ReportText(report).find("\nProof: 0 commands passed, 1 failed\n"), std::string::npos) << ReportText(report);
}

TEST(Report, WithoutACommandItIsUnverified) {
  RunReport report = SampleReport(1, 0);
  CheckRecord verify{UnitId{7}, StepId{}, "verify", 1, {}, "", true, true, "nothing to run", {}, true};
  report.checks = {verify};
  EXPECT_NE(ReportText(report).find("\nunverified: no test command"), std::string::npos);
  EXPECT_NE(ReportHtml(report).find("Unverified: no command was run"), std::string::npos);
  EXPECT_NE(ReportJunit(report).find("<skipped message=\"nothing to run\"/>"), std::string::npos);
}

TEST(Report, TellsTheSameNumbersInEveryForm) {
  RunReport report = SampleReport(2, 2);
  report.view.run.units = 4;
  report.view.run.tokens = 2040;
  report.view.run.usd = 0.021;
  report.active_ms = 61'000;
  report.view.units[0].kind = UnitKind::kGate;
  report.view.units[1].kind = UnitKind::kChild;
  const std::string junit = ReportJunit(report);
  EXPECT_NE(junit.find("<property name=\"units\" value=\"4\"/>"), std::string::npos) << junit;
  for (const std::string& text : {ReportText(report), ReportHtml(report), ReportMarkdown(report)}) {
    EXPECT_NE(text.find("4 units: 1 of agents, 1 check, 1 child run"), std::string::npos) << text;
    EXPECT_NE(text.find("2.0k tokens, $0.02"), std::string::npos) << text;
    EXPECT_NE(text.find(FormatDuration(61'000)), std::string::npos) << text;
    EXPECT_NE(text.find("Child runs count their own units"), std::string::npos) << text;
  }
}

TEST(Report, ShowsTheRoundsBeforeAndTheCommitsFolded) {
  RunReport report = SampleReport(1, 0);
  CheckRecord old{UnitId{1}, StepId{}, "verify", 1, {}, "", false, false, "", {{"make", 2, false, 10, "it was red"}}};
  CheckRecord latest{UnitId{2}, StepId{}, "verify", 2, {}, "", true, true, "", {{"make", 0, true, 1500, ""}}};
  report.checks = {old, latest};
  report.commits = {
      {std::string(40, 'a'), "one <thing>", StepId{}, "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+<b>\n", false}};
  report.story = {
      {report.view.run.created, "verify", "sent the work back (round 1 of 3): make (exit 2)", false, false}};
  report.next = "forge land 7";
  const std::string page = ReportHtml(report);
  EXPECT_NE(page.find("<details><summary>1 earlier round</summary>"), std::string::npos) << page;
  EXPECT_NE(page.find("it was red"), std::string::npos);
  EXPECT_NE(page.find("<summary><code>aaaaaaaaaaaa</code> one &lt;thing&gt;</summary>"), std::string::npos) << page;
  EXPECT_NE(page.find("<span class=\"a\">+&lt;b&gt;</span>"), std::string::npos) << page;
  for (const std::string& text : {page, ReportText(report), ReportMarkdown(report), ReportJunit(report)})
    EXPECT_NE(text.find("sent the work back (round 1 of 3): make (exit 2)"), std::string::npos) << text;
  for (const std::string& text : {page, ReportText(report), ReportMarkdown(report)})
    EXPECT_NE(text.find("forge land 7"), std::string::npos) << text;
}

TEST(Report, APageNamesTheBranchAsFarAsThereIsWorkOnIt) {
  RunReport report = SampleReport(1, 1);
  AddSampleStory(report);
  report.branch = "forge/run-007";
  report.next = "forge resume 7";
  report.view.run.status = RunStatus::kCompleted;
  EXPECT_NE(ReportHtml(report).find("<p>The result is on <code>" + report.branch), std::string::npos);
  report.view.run.status = RunStatus::kActive;
  EXPECT_NE(ReportHtml(report).find("<p>The work so far is on <code>" + report.branch), std::string::npos);
  report.commits.clear();
  EXPECT_EQ(ReportHtml(report).find("git log -p"), std::string::npos);
}

TEST(Report, JunitCountsStepsAndTheLatestCommands) {
  RunReport report = SampleReport(2, 0);
  report.view.steps[1].status = StepStatus::kBlocked;
  report.view.steps[1].reason = "no network";
  CheckRecord old{UnitId{1}, StepId{}, "verify", 1, {}, "", false, false, "", {{"make", 2, false, 10}}};
  CheckRecord latest{UnitId{2}, StepId{}, "verify", 2, {}, "", true, true, "", {{"make", 0, true, 1500}}};
  report.checks = {old, latest};
  const std::string xml = ReportJunit(report);
  EXPECT_NE(xml.find("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"0\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"make\" time=\"1.500\"/>"), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message=\"blocked\">no network</failure>"), std::string::npos) << xml;
}

TEST(Report, MarkdownKeepsItsTablesWhatevertheWords) {
  RunReport report = SampleReport(1, 0);
  report.view.steps[0].title = "a | b\nc";
  const std::string text = ReportMarkdown(report);
  EXPECT_NE(text.find("| s0 | done | a \\| b |"), std::string::npos) << text;
}

TEST(Report, ADiffIsCountedByFile) {
  const auto changes = CountChanges(
      "diff --git a/x.cc b/x.cc\nindex 1..2 100644\n--- a/x.cc\n+++ b/x.cc\n@@ -1,2 +1,3 @@\n-old\n+new\n+--- more\n "
      "same\n"
      "diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
      "diff --git a/pic.png b/pic.png\nBinary files a/pic.png and b/pic.png differ\n"
      "diff --git a/from b/to\nsimilarity index 100%\nrename from from\nrename to to\n");
  ASSERT_EQ(changes.size(), 4U);
  EXPECT_EQ(changes[0].path, "x.cc");
  EXPECT_EQ(changes[0].added, 2);
  EXPECT_EQ(changes[0].removed, 1);
  EXPECT_EQ(changes[1].path, "gone");
  EXPECT_EQ(changes[1].removed, 1);
  EXPECT_TRUE(changes[2].binary);
  EXPECT_EQ(changes[3].path, "to");
  EXPECT_TRUE(CountChanges("").empty());
}

}  // namespace
}  // namespace forge
