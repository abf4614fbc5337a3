// A report of a run that never was, of any size: for tests, the browser's and the bench.
#pragma once

#include <string>

#include "service/report/report.h"

namespace forge {

// Steps in a tree, each worked on by so many units, agent and check in turn; two findings, one command per step.
inline RunReport SampleReport(int steps, int units_per_step) {
  RunReport report;
  RunRow& run = report.view.run;
  run.id = RunId{7};
  run.pipeline = "forge";
  run.objective = "make <b>it</b> & \"quote\" it\nsecond line";
  run.status = RunStatus::kCompleted;
  run.steps_total = run.steps_done = steps;
  run.created = TimePoint{1'000'000};
  run.updated = TimePoint{9'000'000};
  std::int64_t id = 0;
  for (int i = 0; i < steps; ++i) {
    StepSpec spec;
    spec.id = StepId{"s" + std::to_string(i)};
    spec.title = "step number " + std::to_string(i);
    if (i > 0) spec.depends = {StepId{"s" + std::to_string((i - 1) / 2)}};
    spec.verify = {"./check " + std::to_string(i)};
    StepRow row;
    row.place = i;
    row.id = spec.id;
    row.title = spec.title;
    row.status = StepStatus::kDone;
    row.attempts = 1;
    report.steps.push_back(std::move(spec));
    for (int k = 0; k < units_per_step; ++k) {
      UnitRow unit;
      unit.id = UnitId{++id};
      unit.step = row.id;
      unit.stage = k % 2 == 1 ? "verify" : "build";
      unit.kind = k % 2 == 1 ? UnitKind::kCheck : UnitKind::kAgent;
      unit.status = UnitStatus::kDone;
      unit.started = TimePoint{1'000'000 + id * 500};
      unit.ended = TimePoint{1'000'000 + id * 500 + 900};
      report.view.units.push_back(std::move(unit));
    }
    report.view.steps.push_back(std::move(row));
  }
  report.events = 2 * id;
  return report;
}

// What AddStory would gather: setbacks, a wait, commits, and what the run cost.
inline void AddSampleStory(RunReport& report) {
  RunRow& run = report.view.run;
  run.units = static_cast<std::int64_t>(report.view.units.size());
  run.tokens = 412'300;
  run.usd = 1.84;
  report.active_ms = 662'000;
  report.onto = "main";
  report.next = "forge land 7";
  const auto at = [&](std::int64_t ms) { return TimePoint{run.created.ms + ms}; };
  report.story = {
      {at(40'000), "plan", "asked: Build this plan?", false, true},
      {at(100'000), "approve", "answered `yes` by ada after 1m 0s", true, false},
      {at(190'000), "s1 verify",
       "failed: ./check 1 (exit 1); repair 1 of 3: start from the output of the commands that fail", false, false},
      {at(260'000), "s1 verify", "passed in round 2", true, false},
      {at(300'000), "", "the run is paused: claude-a is at its limit", false, false},
      {at(8'000'000), "", "an engine continues the run", true, false},
      {at(8'100'000), "review", "did not pass (round 1 of 3): the handle is closed twice when the second write fails",
       false, false},
      {at(8'200'000), "review", "passed in round 2", true, false}};
  // A break in the middle, for which the run waited.
  const std::size_t half = report.view.units.size() / 2;
  constexpr std::int64_t kBreak = 7'200'000;
  for (std::size_t i = half; i < report.view.units.size(); ++i) {
    report.view.units[i].started.ms += kBreak;
    report.view.units[i].ended.ms += kBreak;
  }
  if (half > 0) {
    const TimePoint from = report.view.units[half - 1].ended;
    report.waits = {{from, report.view.units[half].started, "for a limit: claude-a resets at 14:00"}};
    report.view.units[1].status = UnitStatus::kFailed;
  }
  CheckRecord red;
  red.unit = UnitId{2};
  red.step = StepId{"s1"};
  red.stage = "verify";
  red.iteration = 1;
  red.commands = {{"./check 1", 1, false, 140, "check_test.cc:88: Failure\n  Expected: 3 records\n  Actual: 2"}};
  report.checks.push_back(std::move(red));
  for (const char* model : {"opus-4", "haiku-4"}) {
    CostShare share;
    share.name = model;
    share.units = 4;
    share.usage = {.input_tokens = 180'000, .output_tokens = 24'000, .usd = 0.92};
    report.cost.models.push_back(share);
    share.name = std::string(model) == "opus-4" ? "build" : "review";
    report.cost.stages.push_back(share);
    report.cost.total.units += share.units;
    report.cost.total.usage += share.usage;
  }
  report.commits = {
      {"febbfe7df07e0000000000000000000000000000", "mode: return the first of equally frequent values", StepId{"s1"},
       "diff --git a/stats.cc b/stats.cc\n--- a/stats.cc\n+++ b/stats.cc\n@@ -40,3 +40,4 @@ int Mode()\n "
       "  int best = 0;\n-  if (count >= most) best = value;\n+  // The first one wins.\n+  if (count > "
       "most) best = value;\n",
       false},
      {"a0dc1bd570470000000000000000000000000000", "median of an even number of values", StepId{"s2"}, "", false}};
}

}  // namespace forge
