// The steps of an `each` stage: order, slots, write conflicts, failures, and what a changed plan does to them.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet Building(int max_concurrent) {
  return Pipelines({Each("build", max_concurrent), Agent("after")}, {Agent("work")});
}

TEST(Steps, StartWhenWhatTheyNeedIsDone) {
  Driven run(Building(4), Plan("h", {Step("a"), Step("b", {"a"}), Step("c", {"a"}), Step("d", {"b", "c"})}));
  run.Begin();
  ASSERT_EQ(run.Flying(), Names{"a/work"});
  EXPECT_EQ(run.step("b"), StepStatus::kPending);
  run.End("a/work", Done());
  ASSERT_EQ(run.Flying(), (Names{"b/work", "c/work"}));
  run.End("c/work", Done());
  EXPECT_EQ(run.step("d"), StepStatus::kPending);
  run.End("b/work", Done());
  EXPECT_EQ(run.Flying(), Names{"d/work"});
  run.End("d/work", Done());
  EXPECT_EQ(run.Flying(), Names{"after"});
  EXPECT_EQ(run.state().settled, 4);
}

TEST(Steps, BracesAreChoicesButInAnOlderRunPartOfAName) {
  StepSpec many = Step("many");
  many.writes = {"src/{a,b}.ts"};
  StepSpec one = Step("one");
  one.writes = {"src/b.ts"};
  for (const int rules : {1, kRules}) {
    Driven run(Building(4), Plan("h", {many, one}));
    run.start.rules = rules;
    run.Begin();
    EXPECT_EQ(run.Flying().size(), rules == 1 ? 2U : 1U) << "older journals fold to what they were";
  }
}

TEST(Steps, NeverMoreAtOnceThanTheStageAllows) {
  Driven run(Building(2), LoosePlan("h", 5));
  run.Begin();
  EXPECT_EQ(run.Flying().size(), 2u);
  EXPECT_EQ(run.step("s2"), StepStatus::kReady);
  run.End("s0/work", Done());
  EXPECT_EQ(run.Flying(), (Names{"s1/work", "s2/work"}));
}

Control Focus(const std::string& step, int steps) {
  Control focus;
  focus.kind = ControlKind::kFocus;
  focus.step = StepId{step};
  focus.steps = steps;
  return focus;
}

TEST(Steps, AFocusOnOneStartsOneAndPausesWhenItIsSettled) {
  Driven run(Building(4), LoosePlan("h", 3));
  run.Begin();
  for (const char* unit : {"s0/work", "s1/work", "s2/work"}) ASSERT_TRUE(run.Flies(unit));
  Driven one(Pipelines({Agent("first"), Each("build", 4), Agent("after")}, {Agent("work")}), LoosePlan("h", 3));
  one.Begin();
  one.Take(Focus("", 1));
  one.End("first", Done());
  ASSERT_EQ(one.Flying(), Names{"s0/work"});
  one.End("s0/work", Done());
  EXPECT_EQ(one.status(), RunStatus::kPaused);
  EXPECT_EQ(one.state().reason, "the requested steps are settled");
  one.Do(ControlKind::kResume);
  EXPECT_EQ(one.Flying(), (Names{"s1/work", "s2/work"})) << "a plain resume starts all again";
}

TEST(Steps, ARunMayBeginWithAFocus) {
  Driven run(Building(4), LoosePlan("h", 3));
  run.start.focus_steps = 1;
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
}

TEST(Steps, AFocusOnANamedStepStartsNoOther) {
  Driven run(Pipelines({Agent("first"), Each("build", 4)}, {Agent("work")}), LoosePlan("h", 3));
  run.Begin();
  run.Take(Focus("s2", 0));
  run.End("first", Done());
  ASSERT_EQ(run.Flying(), Names{"s2/work"});
  run.End("s2/work", Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.status(), RunStatus::kPaused);
  EXPECT_EQ(run.step("s2"), StepStatus::kFailed);
}

TEST(Steps, AFocusOnAStepWhoseDependenciesAreOpenPausesAndSaysSo) {
  Driven run(Pipelines({Agent("first"), Each("build", 4)}, {Agent("work")}), Plan("h", {Step("a"), Step("b", {"a"})}));
  run.Begin();
  run.Take(Focus("b", 0));
  run.End("first", Done());
  EXPECT_TRUE(run.Flying().empty());
  EXPECT_EQ(run.status(), RunStatus::kPaused);
  EXPECT_EQ(run.state().reason, "step `b` cannot start yet");
  EXPECT_NE(run.Refused(Focus("none", 0)).find("no step `none`"), std::string::npos);
}

TEST(Steps, APlanApprovedBeforeTheRunNeedsANewApprovalWhenItIsEdited) {
  Driven run(Building(4), LoosePlan("h", 2));
  run.start.approved = "h";
  run.Begin();
  ASSERT_EQ(run.Flying().size(), 2u);
  run.Edit(LoosePlan("other", 3));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
}

TEST(Steps, TheLongestRemainingPathGoesFirst) {
  PlanRef plan = Plan("h", {Step("short"), Step("long"), Step("tail", {"long"})});
  plan.steps[2].estimate_ms = 60'000;
  Driven run(Building(1), plan);
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"long/work"});
}

TEST(Steps, ThatMayWriteTheSamePathNeverRunTogether) {
  Driven run(Building(4), Plan("h", {Step("a", {}, {"src/a.cc"}), Step("b", {}, {"src/**"}), Step("c", {}, {"docs"}),
                                     Step("d", {}, {"src/b.cc"})}));
  run.Begin();
  EXPECT_EQ(run.Flying(), (Names{"a/work", "c/work", "d/work"}));
  EXPECT_EQ(run.step("b"), StepStatus::kReady);
  run.End("a/work", Done());
  EXPECT_FALSE(run.Flies("b/work"));
  run.End("d/work", Done());
  EXPECT_TRUE(run.Flies("b/work"));
}

TEST(Steps, OneThatWaitsForAPathCanBeSkipped) {
  Driven run(Building(4), Plan("h", {Step("a", {}, {"x"}), Step("b", {}, {"x"}), Step("c", {}, {"x"})}));
  run.Begin();
  ASSERT_EQ(run.Flying(), Names{"a/work"});
  run.Do(ControlKind::kSkip, "b");
  run.End("a/work", Done());
  EXPECT_EQ(run.Flying(), Names{"c/work"});
  run.Do(ControlKind::kSkip, "c");
  run.End("c/work", Stopped());
  EXPECT_EQ(run.Flying(), Names{"after"});
}

// Every step shares one path with all others and has one of its own: each end starts exactly the next in line.
TEST(Steps, ThatWaitForOnePathTakeItInTurn) {
  std::vector<StepSpec> steps;
  for (int i = 0; i < 20; ++i)
    steps.push_back(Step("s" + std::to_string(i), {}, {"own" + std::to_string(i), "CHANGELOG.md"}));
  Driven run(Building(4), Plan("h", steps));
  run.Begin();
  for (int i = 0; i < 20; ++i) {
    const std::string name = "s" + std::to_string(i) + "/work";
    ASSERT_EQ(run.Flying(), Names{name});
    run.End(name, Done());
  }
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(Steps, AStepThatWaitedForTwoPathsGetsItsTurn) {
  Driven run(Building(4), Plan("h", {Step("a", {}, {"x"}), Step("b", {}, {"y"}), Step("both", {}, {"x", "y"}),
                                     Step("x2", {}, {"x"}), Step("y2", {}, {"y"})}));
  run.Begin();
  ASSERT_EQ(run.Flying(), (Names{"a/work", "b/work"}));
  run.End("a/work", Done());
  EXPECT_EQ(run.Flying(), (Names{"b/work", "x2/work"})) << "`both` still waits for y, so x2 need not wait for it";
  run.End("b/work", Done());
  EXPECT_EQ(run.Flying(), (Names{"x2/work", "y2/work"}));
  run.End("x2/work", Done());
  run.End("y2/work", Done());
  EXPECT_EQ(run.Flying(), Names{"both/work"});
}

TEST(Steps, GoThroughTheirWholePipelineWithTheirOwnLoops) {
  Driven run(Pipelines({Each("build")}, {Agent("work"), Review("review", "work", 2, OnExhausted::kBlock)}),
             LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s0/review", Revision(1, "tests"));
  EXPECT_EQ(run.At("s0/work").note, "tests");
  EXPECT_EQ(run.At("s0/work").iteration, 2);
  run.End("s0/work", Done());
  run.End("s0/review", Revision());
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Steps, ABlockedOneCanBeRetriedOrSkipped) {
  for (ControlKind kind : {ControlKind::kRetry, ControlKind::kSkip}) {
    Driven run(Pipelines({Each("build"), Agent("after")}, {Review("work", "work", 1, OnExhausted::kBlock)}),
               LoosePlan("h", 1));
    run.Begin();
    run.End("s0/work", Revision());
    EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
    run.Do(kind, "s0");
    EXPECT_EQ(run.Flying(), Names{kind == ControlKind::kRetry ? "s0/work" : "after"});
  }
}

TEST(Steps, AFailedOneLeavesIndependentsRunning) {
  Driven run(Building(2), Plan("h", {Step("a"), Step("b"), Step("c", {"a"}), Step("d", {"b"})}));
  run.Begin();
  run.End("a/work", Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.step("a"), StepStatus::kFailed);
  EXPECT_EQ(run.status(), RunStatus::kActive);
  run.End("b/work", Done());
  run.End("d/work", Done());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.step("c"), StepStatus::kPending);
  EXPECT_EQ(run.state().reason, "2 of 4 steps did not finish: a (permanent: it broke)");
}

TEST(Steps, RetryOfAFailedOneGoesOnWithThoseBehindIt) {
  Driven run(Building(2), Plan("h", {Step("a"), Step("c", {"a"})}));
  run.Begin();
  run.End("a/work", Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry, "a");
  EXPECT_EQ(run.status(), RunStatus::kActive);
  EXPECT_EQ(run.StepAt("a").attempts, 2);
  run.End("a/work", Done());
  run.End("c/work", Done());
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(Steps, RetryOfTheRunReopensAllThatFailed) {
  Driven run(Building(2), LoosePlan("h", 3));
  run.Begin();
  for (const char* name : {"s0/work", "s1/work", "s2/work"}) run.End(name, Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.Flying(), (Names{"s0/work", "s1/work"}));
}

TEST(Steps, ASkippedOneCountsAsSettledForThoseBehindIt) {
  Driven run(Building(2), Plan("h", {Step("a"), Step("c", {"a"})}));
  run.Begin();
  run.End("a/work", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kSkip, "a", "by hand");
  EXPECT_EQ(run.StepAt("a").reason, "by hand");
  EXPECT_EQ(run.status(), RunStatus::kActive);
  EXPECT_EQ(run.Flying(), Names{"c/work"});
}

TEST(Steps, SkippingARunningOneStopsItsUnitFirst) {
  Driven run(Building(1), LoosePlan("h", 2));
  run.Begin();
  const UnitId unit = run.At("s0/work").id;
  EXPECT_TRUE(Stops(run.Do(ControlKind::kSkip, "s0", "by hand"), unit));
  EXPECT_EQ(run.step("s0"), StepStatus::kRunning);
  run.End("s0/work", Stopped());
  EXPECT_EQ(run.step("s0"), StepStatus::kSkipped);
  EXPECT_EQ(run.StepAt("s0").reason, "by hand");
  EXPECT_EQ(run.Flying(), Names{"s1/work"});
}

TEST(Steps, SkippingOneThatWaitsWithdrawsItsQuestionAndDropsItsTimer) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Ask("sure")}), LoosePlan("h", 3));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s1/work", Failed(ErrorClass::kNetwork));
  ASSERT_EQ(run.state().timers.size(), 1u);
  run.Do(ControlKind::kSkip, "s0");
  EXPECT_TRUE(run.Open().empty());
  run.Do(ControlKind::kSkip, "s1");
  EXPECT_TRUE(run.state().timers.empty());
  EXPECT_EQ(run.Flying(), Names{"s2/work"});
}

TEST(Steps, OnesSkippedBeforeTheStageBeginsStaySkipped) {
  Driven run(Pipelines({Agent("plan"), Each("build", 2)}, {Agent("work")}), Plan("h", {Step("a"), Step("b", {"a"})}));
  run.Begin();
  run.Do(ControlKind::kSkip, "a");
  run.End("plan", Done());
  EXPECT_EQ(run.Flying(), Names{"b/work"});
}

TEST(Steps, WhatCannotBeSkippedOrRetriedIsRefusedWithTheReason) {
  Driven run(Building(1), LoosePlan("h", 2));
  run.Begin();
  EXPECT_NE(run.Refuses(ControlKind::kSkip, "none").find("the plan has no step `none`"), std::string::npos);
  EXPECT_NE(
      run.Refuses(ControlKind::kRetry, "s0").find("step `s0` is running; only a failed or blocked step can be retried"),
      std::string::npos);
  EXPECT_NE(run.Refuses(ControlKind::kSkip).find("name the step to skip"), std::string::npos);
  EXPECT_NE(run.Refuses(ControlKind::kRetry).find("nothing has failed"), std::string::npos);
  run.End("s0/work", Done());
  EXPECT_NE(run.Refuses(ControlKind::kSkip, "s0").find("step `s0` is done"), std::string::npos);
}

TEST(Steps, AStageWithoutAPlanFails) {
  Driven run(Building(1));
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, "`build` needs a plan with steps; there is none");
}

TEST(Steps, ThatDependOnEachOtherInACircleFailTheStage) {
  Driven run(Building(1), Plan("h", {Step("a", {"b"}), Step("b", {"a"})}));
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("in a circle: "), std::string::npos);
  run.Edit(Plan("h2", {Step("a"), Step("b", {"a"})}));
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.Flying(), Names{"a/work"});
}

TEST(Steps, OverRunsAreUnitsOfTheirOwnKind) {
  Driven run(Pipelines({EachRun("slices", 2), Agent("after")}),
             Plan("h", {Step("a"), Step("b"), Step("c", {"a", "b"})}));
  run.Begin();
  ASSERT_EQ(run.Flying(), (Names{"a/slices", "b/slices"}));
  EXPECT_EQ(run.At("a/slices").kind, UnitKind::kChild);
  EXPECT_EQ(run.At("a/slices").pipeline, kChildPipeline);
  run.End("a/slices", Done());
  run.End("b/slices", Failed(ErrorClass::kExternal));
  EXPECT_EQ(run.step("b"), StepStatus::kFailed) << "a run of its own has had its retries inside";
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry, "b");
  run.End("b/slices", Done());
  run.End("c/slices", Done());
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(Steps, AChildThatWasStoppedStartsAgainAfterResume) {
  Driven run(Pipelines({EachRun("slices")}), LoosePlan("h", 1));
  run.Begin();
  run.Do(ControlKind::kStop);
  run.End("s0/slices", Stopped());
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{"s0/slices"});
}

TEST(Steps, ASecondEachStageRunsThemAllAgain) {
  Driven run(Pipelines({Each("build"), Each("again")}, {Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("s0/work", Done());
    run.End("s1/work", Done());
  }
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_EQ(run.StepAt("s0").attempts, 2);
}

TEST(Steps, GoingBackOverTheStageKeepsWhatIsDone) {
  Driven run(Pipelines({Agent("plan"), Each("build"), Review("review", "plan")}, {Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  run.End("plan", Done());
  run.End("s0/work", Done());
  run.End("s1/work", Done());
  run.End("review", Revision());
  PlanRef changed = LoosePlan("h2", 3);
  changed.steps[1].what = "differently";
  run.End("plan", Planned(changed));
  ASSERT_EQ(run.Flying(), Names{"s1/work"});
  run.End("s1/work", Done());
  run.End("s2/work", Done());
  EXPECT_EQ(run.StepAt("s0").attempts, 1);
  EXPECT_EQ(run.Flying(), Names{"review"});
}

TEST(PlanEdits, KeepWhatIsTheSameAndBeginWhatChangedAnew) {
  Driven run(Building(1), LoosePlan("h", 3));
  run.Begin();
  run.End("s0/work", Done());
  PlanRef plan = LoosePlan("h2", 3);
  plan.steps[0].what = "differently";
  const Decision edited = run.Edit(plan);
  EXPECT_TRUE(Said(edited, "plan-changed"));
  EXPECT_EQ(run.step("s0"), StepStatus::kReady);
  EXPECT_EQ(run.step("s1"), StepStatus::kRunning);
  EXPECT_EQ(run.state().settled, 0);
}

TEST(PlanEdits, ARunThatIsPastItsStepsGoesBackToThoseThatChanged) {
  Driven run(Pipelines({Each("build", 2), Agent("review"), Agent("report")}, {Agent("work")}), LoosePlan("h", 2));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Done());
  run.End("s1/work", Done());
  ASSERT_EQ(run.Flying(), Names{"review"});
  PlanRef plan = LoosePlan("h2", 2);
  plan.steps[1].what = "differently";
  run.Edit(plan);
  run.End("review", Done());
  ASSERT_EQ(run.Flying(), Names{"s1/work"}) << "it must not end with a step that nobody did";
  run.End("s1/work", Done());
  run.End("review", Done());
  ASSERT_EQ(run.Flying(), Names{"report"});
  run.End("report", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(PlanEdits, ARunThatIsPastItsStepsGoesOnWhenAllAreDone) {
  Driven run(Pipelines({Each("build", 2), Agent("review")}, {Agent("work")}), LoosePlan("h", 2));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Done());
  run.End("s1/work", Done());
  run.Edit(Plan("h2", {LoosePlan("", 2).steps[0]}));
  run.End("review", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(PlanEdits, StepsUnderWayMoveWithTheirUnitsQuestionsAndTimers) {
  Driven run(Pipelines({Each("build", 3)}, {Agent("work"), Ask("sure")}), LoosePlan("h", 3));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s1/work", Failed(ErrorClass::kNetwork));
  std::vector<StepSpec> steps = LoosePlan("", 3).steps;
  std::reverse(steps.begin(), steps.end());
  steps.insert(steps.begin(), Step("new"));
  run.Edit(Plan("h2", steps));
  EXPECT_EQ(run.At("s2/work").lane, LaneId::OfStep(1));
  EXPECT_EQ(run.TheQuestion().lane, LaneId::OfStep(3));
  EXPECT_EQ(run.state().timers.begin()->second.lane, LaneId::OfStep(2));
  run.Answer("yes");
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  run.Fire();
  EXPECT_TRUE(run.Flies("s1/work"));
  run.End("s2/work", Done());
  EXPECT_EQ(run.step("s2"), StepStatus::kWaiting);
}

TEST(PlanEdits, TheSamePlanOnceMoreChangesNothing) {
  Driven run(Building(1), LoosePlan("h", 3));
  run.Begin();
  const Decision edited = run.Edit(LoosePlan("h", 3));
  EXPECT_TRUE(edited.notes.empty());
  EXPECT_TRUE(edited.touched.steps.empty());
}

TEST(PlanEdits, ARunningStepMayNotVanish) {
  Driven run(Building(1), LoosePlan("h", 3));
  run.Begin();
  EXPECT_EQ(run.Refused(PlanEdited{Plan("h2", {Step("s1"), Step("s2")})}),
            "step `s0` is running and missing from the new plan");
}

TEST(PlanEdits, TwoRunningStepsMayNotCollide) {
  Driven run(Building(2), LoosePlan("h", 2));
  run.Begin();
  EXPECT_EQ(run.Refused(PlanEdited{Plan("h2", {Step("s0", {}, {"src"}), Step("s1", {}, {"src/a.cc"})})}),
            "steps `s0` and `s1` are running and would write the same path");
}

TEST(PlanEdits, TwoStepsOfOneNameAreRefusedFromAPersonAndIgnoredFromAnAgent) {
  Driven run(Pipelines({Agent("plan"), Agent("build")}));
  run.Begin();
  const PlanRef twice = Plan("h", {Step("a"), Step("a")});
  EXPECT_EQ(run.Refused(PlanEdited{twice}), "two steps are called `a`");
  const Decision ended = run.End("plan", Planned(twice));
  EXPECT_EQ(NoteOf(ended, "plan-refused").data["reason"].AsString(), "two steps are called `a`");
  EXPECT_FALSE(run.state().plan.has_value());
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(PlanEdits, ARunDoesNotStartWithTwoStepsOfOneName) {
  Driven run(Building(1), Plan("h", {Step("a"), Step("a")}));
  EXPECT_EQ(run.Refused(run.start), "two steps are called `a`");
}

TEST(PlanEdits, AfterTheStepsFailedMakeTheNewOnesReadyOnRetry) {
  Driven run(Building(1), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  run.Edit(LoosePlan("h2", 3));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry, "s0");
  for (const char* name : {"s0/work", "s1/work", "s2/work"}) {
    ASSERT_EQ(run.Flying(), Names{name});
    run.End(name, Done());
  }
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(PlanEdits, AfterTheStepsFailedMakeTheNewOnesReadyOnSkip) {
  Driven run(Building(1), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  run.Edit(LoosePlan("h2", 2));
  run.Do(ControlKind::kSkip, "s0");
  EXPECT_EQ(run.Flying(), Names{"s1/work"});
}

TEST(PlanEdits, AMissingDependencyMakesAReadyStepPending) {
  Driven run(Building(1), LoosePlan("h", 2));
  run.Begin();
  ASSERT_EQ(run.step("s1"), StepStatus::kReady);
  run.Edit(Plan("h2", {Step("s0"), Step("s1"), Step("first")}));
  EXPECT_EQ(run.step("s1"), StepStatus::kReady);
  PlanRef plan = Plan("h3", {Step("s0"), Step("s1"), Step("first", {"s0"})});
  run.Edit(plan);
  EXPECT_EQ(run.step("first"), StepStatus::kPending);
}

TEST(PlanEdits, ACircleMadeWhileStepsRunFailsTheStageByItsName) {
  Driven run(Building(1), LoosePlan("h", 1));
  run.Begin();
  run.Edit(Plan("h2", {Step("s0"), Step("a", {"b"}), Step("b", {"a"})}));
  run.End("s0/work", Done());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("circle"), std::string::npos);
}

TEST(PlanEdits, RetryOfAStepThatDependsOnItselfFailsAgain) {
  Driven run(Building(1), LoosePlan("h", 1));
  run.Begin();
  run.Edit(Plan("h2", {Step("s0", {"s0"})}));
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  for (const char* step : {"", "s0"}) {
    run.Do(ControlKind::kRetry, step);
    EXPECT_EQ(run.status(), RunStatus::kFailed);
    run.Edit(Plan("h3", {Step("s0")}));
    run.Do(ControlKind::kRetry);
    run.Edit(Plan("h2", {Step("s0", {"s0"})}));
    run.End("s0/work", Failed(ErrorClass::kPermanent));
  }
}

TEST(PlanEdits, APlanWithoutStepsIsNotADoneStage) {
  Driven run(Building(1), LoosePlan("h", 2));
  run.Begin();
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  run.End("s1/work", Failed(ErrorClass::kPermanent));
  run.Edit(Plan("h2", {}));
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, "`build` needs a plan with steps; there is none");
}

TEST(PlanEdits, AUnitThatRewritesThePlanIsFoundByItsStepsName) {
  Driven run(Building(2), LoosePlan("h", 2));
  run.Begin();
  run.End("s1/work", Planned(Plan("h2", {Step("s1"), Step("s0")})));
  EXPECT_EQ(run.step("s1"), StepStatus::kDone);
  EXPECT_EQ(run.step("s0"), StepStatus::kRunning);
  EXPECT_EQ(run.At("s0/work").lane, LaneId::OfStep(1));
}

TEST(PlanEdits, AfterTheEndOfTheRunAreRefusedAndLateOnesOfAgentsIgnored) {
  Driven run(Building(1), LoosePlan("h", 1));
  run.Begin();
  run.Do(ControlKind::kCancel);
  EXPECT_EQ(run.Refused(PlanEdited{LoosePlan("h2", 1)}), "the run has ended");
  run.End("s0/work", Planned(Plan("h3", {Step("s0", {"x"}), Step("x", {"s0"})})));
  EXPECT_EQ(run.status(), RunStatus::kCancelled);
  EXPECT_EQ(run.state().plan->hash, "h");
}

}  // namespace
}  // namespace forge::testing
