// Which step starts next: by its priority, and when others have overtaken it too often.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet Fanning(int max_concurrent) { return Pipelines({Each("build", max_concurrent)}, {Agent("work")}); }

StepSpec Urgent(StepSpec step, const char* priority) {
  step.extra = Json::MakeObject().Set("priority", priority);
  return step;
}

void Go(Driven& run, int rules = kRules) {
  run.start.rules = rules;
  run.Begin();
}

// "low" has nothing behind it, so each step of the chain has a longer path.
PlanRef ChainBesideLow() {
  std::vector<StepSpec> steps = {Step("low")};
  for (int i = 0; i < 12; ++i)
    steps.push_back(Step("c" + std::to_string(i), i == 0 ? Names{} : Names{"c" + std::to_string(i - 1)}));
  return Plan("h", steps);
}

TEST(Priorities, AStepOfAHigherOneStartsFirst) {
  const PlanRef plan = Plan("h", {Urgent(Step("a"), "low"), Step("b"), Urgent(Step("c"), "high")});
  Driven run(Fanning(1), plan);
  Go(run);
  ASSERT_EQ(run.Flying(), Names{"c/work"});
  run.End("c/work", Done());
  ASSERT_EQ(run.Flying(), Names{"b/work"});
  run.End("b/work", Done());
  EXPECT_EQ(run.Flying(), Names{"a/work"});
}

TEST(Priorities, ArePassedOverInAnOlderRun) {
  Driven run(Fanning(1), Plan("h", {Step("a"), Urgent(Step("b"), "high")}));
  Go(run, 3);
  EXPECT_EQ(run.Flying(), Names{"a/work"}) << "older journals fold to what they were";
}

TEST(Starvation, AStepThatIsOvertakenAgainAndAgainIsNext) {
  for (const int rules : {3, 5, kRules}) {
    Driven run(Fanning(1), ChainBesideLow());
    Go(run, rules);
    // The first of the chain became ready together with it: it counts since 6.
    const int before = rules < 6 ? kMostOvertaken + 1 : kMostOvertaken;
    for (int i = 0; i < before; ++i) run.End("c" + std::to_string(i) + "/work", Done());
    EXPECT_EQ(run.Flying(), rules == 3 ? Names{"c6/work"} : Names{"low/work"});
  }
}

TEST(Starvation, WhoWasReadyAsLongOvertakesNobody) {
  Driven run(Fanning(1), LoosePlan("h", 9));
  Go(run);
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(run.Flying(), Names{"s" + std::to_string(i) + "/work"});
    run.End("s" + std::to_string(i) + "/work", Done());
  }
  EXPECT_EQ(run.StepAt("s8").overtaken, 0);
}

// All are ready at once. What a step has to wait for is what stands before it in the plan, and five others.
TEST(Starvation, StepsThatBecameReadyTogetherOvertakeToo) {
  for (const int rules : {5, kRules}) {
    std::vector<StepSpec> steps = {Urgent(Step("last"), "low")};
    for (int i = 0; i < 11; ++i) steps.push_back(Step("n" + std::to_string(i)));
    Driven run(Fanning(1), Plan("h", steps));
    Go(run, rules);
    int before = 0;
    for (; run.Flying() != Names{"last/work"}; ++before) run.End(run.Flying().front(), Done());
    EXPECT_EQ(before, rules < 6 ? 11 : kMostOvertaken);
  }
}

TEST(Starvation, AWideStepIsNotOvertakenByAllNarrowOnes) {
  for (const int rules : {5, kRules}) {
    std::vector<StepSpec> steps = {Step("a", {}, {"d/a"}), Step("wide", {}, {"d/**"})};
    for (int i = 0; i < 14; ++i) steps.push_back(Step("n" + std::to_string(i), {}, {"d/n" + std::to_string(i)}));
    Driven run(Fanning(2), Plan("h", steps));
    Go(run, rules);
    int before = 0;
    for (; run.step("wide") != StepStatus::kRunning; ++before) run.End(run.Flying().front(), Done());
    EXPECT_EQ(before, rules < 6 ? 15 : 1 + kMostOvertaken) << "what runs ends before it starts";
    EXPECT_EQ(run.Flying(), Names{"wide/work"});
  }
}

// Two chains write below src, one of them always at work: a step that writes all of src would never find it free.
TEST(Starvation, WhatWritesTheSamePathsWaitsForIt) {
  std::vector<StepSpec> steps = {Step("whole", {}, {"src/**"})};
  for (int i = 0; i < 12; ++i) {
    for (const std::string chain : {"a", "b"}) {
      const std::string number = std::to_string(i);
      steps.push_back(
          Step(chain + number, i == 0 ? Names{} : Names{chain + std::to_string(i - 1)}, {"src/" + chain + number}));
    }
  }
  Driven run(Fanning(2), Plan("h", steps));
  Go(run);
  int ended = 0;
  while (run.step("whole") != StepStatus::kRunning && ended < 20) {
    ASSERT_FALSE(run.Flying().empty());
    run.End(run.Flying().front(), Done());
    ++ended;
  }
  EXPECT_EQ(run.Flying(), Names{"whole/work"});
  EXPECT_LE(ended, 9);
  run.End("whole/work", Done());
  EXPECT_EQ(run.Flying().size(), 2U) << "the chains go on";
}

// `first` and `behind` wait for what `holder` writes. When it ends, `first` has its turn and must not start: `behind`
// does.
PlanRef QueueBehind(Names first_writes) {
  std::vector<StepSpec> steps = {Urgent(Step("starved", {}, {"long", "p"}), "low"),
                                 Urgent(Step("long", {}, {"long"}), "high"), Urgent(Step("holder", {}, {"q"}), "high"),
                                 Step("first", {}, std::move(first_writes)), Step("behind", {}, {"q"})};
  for (int i = 0; i < 3; ++i) steps.push_back(Step("n" + std::to_string(i)));
  return Plan("h", steps);
}

TEST(Starvation, AStepThatWaitsForAStarvedOneHoldsUpNobodyBehindIt) {
  Driven run(Fanning(3), QueueBehind({"q", "p"}));
  Go(run);
  ASSERT_EQ(run.Flying(), (Names{"long/work", "holder/work", "n0/work"}));
  run.End("n0/work", Done());
  run.End("n1/work", Done());
  ASSERT_EQ(run.StepAt("starved").overtaken, kMostOvertaken);
  run.End("n2/work", Done());
  run.End("holder/work", Done());
  ASSERT_EQ(run.Flying(), (Names{"long/work", "behind/work"}));
  run.End("long/work", Done());
  EXPECT_EQ(run.Flying(), (Names{"behind/work", "starved/work"}));
  run.End("behind/work", Done());
  EXPECT_EQ(run.Flying(), Names{"starved/work"}) << "`first` writes what it writes";
  run.End("starved/work", Done());
  EXPECT_EQ(run.Flying(), Names{"first/work"});
}

TEST(Starvation, AStepThatAPersonHasHoldsUpNobodyBehindIt) {
  Driven run(Fanning(3), QueueBehind({"q"}));
  Go(run);
  ASSERT_EQ(run.Flying(), (Names{"long/work", "holder/work", "n0/work"}));
  run.Take(StepTaken{StepId{"first"}, {3, 4, "boot", "host", "pid:[1]"}, {}, false, "ann"});
  run.End("holder/work", Done());
  EXPECT_TRUE(run.Flies("behind/work"));
}

PipelineSet Apart(bool apart) {
  Stage build = Each("build", 3);
  build.apart = apart;
  return Pipelines({build}, {Agent("work")});
}

TEST(Apart, AStepThatDoesNotSayWhatItWritesIsDoneAlone) {
  StepSpec reads = Step("reads");
  reads.kind = "read";
  const PlanRef plan = Plan("h", {Step("a", {}, {"a/**"}), Step("b", {}, {"b/**"}), Step("c"), Step("d"), reads});
  Driven apart(Apart(true), plan);
  Go(apart);
  ASSERT_EQ(apart.Flying(), (Names{"a/work", "b/work", "reads/work"}));
  apart.End("a/work", Done());
  ASSERT_EQ(apart.Flying(), (Names{"b/work", "reads/work"})) << "c may write what b writes";
  apart.End("b/work", Done());
  ASSERT_EQ(apart.Flying(), (Names{"reads/work", "c/work"}));
  apart.End("c/work", Done());
  ASSERT_EQ(apart.Flying(), (Names{"reads/work", "d/work"}));

  Driven beside(Apart(false), plan);
  Go(beside);
  EXPECT_EQ(beside.Flying().size(), 3U);
  beside.End("a/work", Done());
  EXPECT_EQ(beside.Flying().size(), 3U) << "elsewhere it is taken to write nothing";
}

PipelineSet CheapThenFull() {
  Stage sketch = Agent("sketch");
  sketch.on_timeout = "build";
  sketch.timeout_ms = 90'000;
  Stage build = Agent("build");
  build.when = "forbid step.complexity == simple";
  return Pipelines({Each("each", 1)}, {sketch, build, Agent("review")});
}

TEST(OnTimeout, TheFullWayDoesTheWorkWhateverItsConditionSays) {
  Driven run(CheapThenFull(), LoosePlan("h", 1));
  Go(run);
  const Decision late = run.End("s0/sketch", Failed(ErrorClass::kTimeout));
  EXPECT_TRUE(Said(late, "stage-skipped"));
  run.End("s0/?build", Gated(false, true));
  ASSERT_EQ(run.Flying(), Names{"s0/build"});
  run.End("s0/build", Done());
  EXPECT_EQ(run.Flying(), Names{"s0/review"});
}

TEST(OnTimeout, TheGateOfTheFullWayMustHoldAllTheSame) {
  Driven run(CheapThenFull(), LoosePlan("h", 1));
  Go(run);
  run.End("s0/sketch", Failed(ErrorClass::kTimeout));
  run.End("s0/?build", Gated(false, false, {"no artifact PLAN.md"}));
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_NE(run.step("s0"), StepStatus::kRunning);
}

TEST(OnTimeout, OtherFailuresAndSuccessAreAsEver) {
  Driven run(CheapThenFull(), LoosePlan("h", 1));
  Go(run);
  run.End("s0/sketch", Failed(ErrorClass::kMalformed));
  ASSERT_EQ(run.Flying(), Names{"s0/sketch"}) << "asked once more";
  run.End("s0/sketch", Done());
  run.End("s0/?build", Gated(false, true));
  EXPECT_EQ(run.Flying(), Names{"s0/review"});
}

}  // namespace
}  // namespace forge::testing
