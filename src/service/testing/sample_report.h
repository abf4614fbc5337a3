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

}  // namespace forge
