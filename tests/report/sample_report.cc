// sample_report STEPS UNITS: the page of a run of so many steps, with so many units each and findings of every state.
#include <cstdio>
#include <cstdlib>

#include "service/testing/sample_report.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  forge::RunReport report = forge::SampleReport(std::atoi(argv[1]), std::atoi(argv[2]));
  report.branch = "forge/run-007";
  int number = 0;
  for (forge::FindingState state : {forge::FindingState::kOpen, forge::FindingState::kFixed,
                                    forge::FindingState::kRejected, forge::FindingState::kDeferred}) {
    forge::RunFinding found;
    found.id = "F" + std::to_string(++number);
    found.stage = "review";
    found.finding.file = "src/a_directory_with_a_long_name/another_one/and_a_file_that_goes_on_and_on.cc";
    found.finding.line = 40 + number;
    found.finding.severity = number % 2 == 0 ? "low" : "high";
    found.finding.level = forge::LevelOf(found.finding.severity);
    found.finding.description = "the handle is closed twice when the second write fails <script>alert(1)</script>";
    found.finding.source = "review";
    found.finding.state = state;
    if (state == forge::FindingState::kRejected) found.finding.reason = "by design";
    report.findings.push_back(found);
  }
  for (const forge::StepSpec& step : report.steps) {
    forge::CheckRecord check;
    check.step = step.id;
    check.stage = "verify";
    check.tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    check.latest = check.passed = true;
    check.commands = {{step.verify[0], 0, true, 120}};
    report.checks.push_back(std::move(check));
  }
  report.changes = {{"src/a.cc", 120, 14, false},
                    {"docs/a very long name of a file that nobody would choose.md", 3, 0, false}};
  forge::AddSampleStory(report);
  const std::string page = forge::ReportHtml(report);
  std::fwrite(page.data(), 1, page.size(), stdout);
}
