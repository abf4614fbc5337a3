// Rows that people and scripts read.
#include "engine/state_rows.h"

#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

TEST(Projections, OfARunSayWhereItStandsAndWhatItCost) {
  Driven run(Pipelines({Agent("plan"), Each("build"), Ask("approve")}, {Agent("work")}), LoosePlan("h", 2));
  run.start.parent = RunId{3};
  run.start.parent_step = StepId{"s9"};
  run.Begin();
  run.End("plan", Costs(1.5, 100));
  run.End("s0/work", Done());
  const RunIdentity identity{RunId{17}, "slug", UnitId{4}, TimePoint{5}};
  RunRow row = MakeRunRow(run.state(), identity, TimePoint{9});
  EXPECT_EQ(row.id, RunId{17});
  EXPECT_EQ(row.slug, "slug");
  EXPECT_EQ(row.pipeline, "main");
  EXPECT_EQ(row.stage, "build");
  EXPECT_EQ(row.status, RunStatus::kActive);
  EXPECT_EQ(row.steps_total, 2);
  EXPECT_EQ(row.steps_done, 1);
  EXPECT_EQ(row.units, 3);
  EXPECT_EQ(row.usd, 1.5);
  EXPECT_EQ(row.tokens, 100);
  EXPECT_EQ(row.parent, RunId{3});
  EXPECT_EQ(row.parent_step.value, "s9");
  EXPECT_EQ(row.parent_unit, UnitId{4});
  EXPECT_EQ(row.plan_path, "PLAN.md");
  run.End("s1/work", Done());
  row = MakeRunRow(run.state(), identity, TimePoint{9});
  EXPECT_EQ(row.status, RunStatus::kWaiting) << "as people see it";
  EXPECT_EQ(row.stage, "approve");
  run.Answer("yes");
  EXPECT_EQ(MakeRunRow(run.state(), identity, TimePoint{9}).stage, "");
}

TEST(Projections, OfAStepSayItsStageAttemptsAndReason) {
  Driven run(Pipelines({Each("build")}, {Agent("work"), Agent("more")}), LoosePlan("h", 2));
  run.Begin();
  UnitOutcome outcome = Done();
  outcome.snapshot = "c1";
  run.End("s0/work", outcome);
  StepRow row = MakeStepRow(run.state(), 0);
  EXPECT_EQ(row.stage, "more");
  EXPECT_EQ(row.status, StepStatus::kRunning);
  EXPECT_EQ(row.attempts, 1);
  EXPECT_EQ(row.snapshot, "c1");
  run.End("s0/more", Failed(ErrorClass::kExternal));
  EXPECT_EQ(MakeStepRow(run.state(), 0).reason, "external: it broke");
  EXPECT_EQ(MakeStepRow(run.state(), 1).stage, "work");
}

TEST(Projections, OfAUnitAreCompletedByItsEnd) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a"}), EachRun("slices")}), LoosePlan("h", 1));
  run.Begin();
  UnitRow row = MakeUnitRow(run.state(), run.At("gates:a"));
  EXPECT_EQ(row.member, "a");
  EXPECT_EQ(row.stage, "gates");
  EXPECT_EQ(row.status, UnitStatus::kRunning);
  CompleteUnit(row, Failed(ErrorClass::kNetwork), TimePoint{7});
  EXPECT_EQ(row.error_class, "network");
  EXPECT_EQ(row.summary, "it broke");
  EXPECT_EQ(row.ended, TimePoint{7});
  run.End("gates:a", Approved());
  UnitRow child = MakeUnitRow(run.state(), run.At("s0/slices"));
  EXPECT_EQ(child.kind, UnitKind::kChild);
  EXPECT_EQ(child.step.value, "s0");
  CompleteUnit(child, Done("merged"), TimePoint{8});
  EXPECT_EQ(child.status, UnitStatus::kDone);
  EXPECT_EQ(child.summary, "merged");
  EXPECT_EQ(child.error_class, "");
}

TEST(Records, OfAStepHoldItsFieldsAndItsOwnVerdicts) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].complexity = "simple";
  Driven run(Pipelines({Each("build")}, {Agent("work"), Check("test")}), plan);
  run.start.flags = Json::MakeObject().Set("full", "true");
  run.start.size = "quick";
  run.Begin();
  run.End("s0/work", Done());
  run.End("s0/test", Checked(false));
  const Json records = Records(run.state(), LaneId::OfStep(0));
  EXPECT_EQ(records.FindPath("step.complexity")->AsString(), "simple");
  EXPECT_EQ(records.FindPath("step.status")->AsString(), "failed");
  EXPECT_EQ(records.FindPath("step.verdicts.test")->AsString(), "revision");
  EXPECT_EQ(records.FindPath("step.verdicts.work")->AsString(), "n/a");
  EXPECT_EQ(records.FindPath("run.flags.full")->AsString(), "true");
  EXPECT_EQ(records.FindPath("run.size")->AsString(), "quick");
  EXPECT_FALSE(Records(run.state(), kRunLane).Has("step"));
}

TEST(Records, AStepThatTouchesManyFilesIsComplexWhateverItsPlanSays) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].complexity = "simple";
  plan.steps[0].writes = {"a.c", "b.c", "c.c"};
  Driven run(Pipelines({Each("build")}, {Agent("work")}), plan);
  run.Begin();
  EXPECT_EQ(Records(run.state(), LaneId::OfStep(0)).FindPath("step.complexity")->AsString(), "complex");
}

}  // namespace
}  // namespace forge::testing
