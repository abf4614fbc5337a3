// Budgets: warned at 80 and 95 %, held at 100 %, extended or stopped by a person.
#include <gtest/gtest.h>

#include "engine/binding_limit.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet Three() { return Pipelines({Agent("a"), Agent("b"), Agent("c")}); }

TEST(Budgets, WarnOnceAtEightyPercent) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  EXPECT_FALSE(Said(run.End("a", Costs(7.9)), "budget-warning"));
  Driven close(Three());
  close.start.budget.usd = 10;
  close.Begin();
  EXPECT_TRUE(Said(close.End("a", Costs(8)), "budget-warning"));
  EXPECT_FALSE(Said(close.End("b", Costs(1)), "budget-warning"));
}

TEST(Budgets, WarnOnceMoreAtNinetyFivePercent) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  EXPECT_EQ(NoteOf(run.End("a", Costs(8)), "budget-warning").data["percent"].AsInt(), 80);
  EXPECT_EQ(NoteOf(run.End("b", Costs(1.5)), "budget-warning").data["percent"].AsInt(), 95);

  Driven at_once(Three());
  at_once.start.budget.usd = 10;
  at_once.Begin();
  EXPECT_EQ(NoteOf(at_once.End("a", Costs(9.6)), "budget-warning").data["percent"].AsInt(), 95);
  EXPECT_FALSE(Said(at_once.End("b", Costs(0.1)), "budget-warning"));
}

TEST(Budgets, OfTokensUnitsAndTimeWarnToo) {
  Driven tokens(Three());
  tokens.start.budget.tokens = 1000;
  tokens.Begin();
  EXPECT_TRUE(Said(tokens.End("a", Costs(0, 800)), "budget-warning"));

  Driven units(Pipelines({Agent("a"), Agent("b"), Agent("c"), Agent("d"), Agent("e"), Agent("f")}));
  units.start.budget.units = 5;
  units.Begin();
  for (const char* name : {"a", "b", "c"}) EXPECT_FALSE(Said(units.End(name, Done()), "budget-warning"));
  EXPECT_TRUE(Said(units.End("d", Done()), "budget-warning"));

  Driven time(Three());
  time.start.budget.wall_ms = 100'000;
  time.Begin();
  time.now += 80'000;
  EXPECT_TRUE(Said(time.End("a", Done()), "budget-warning"));
}

TEST(Budgets, HoldTheRunWithAQuestionWhenReached) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(12));
  EXPECT_TRUE(run.Flying().empty());
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  EXPECT_NE(run.TheQuestion().text.find("$12.00 of $10.00 spent"), std::string::npos);
}

TEST(Budgets, OfTokensUnitsAndTimeHoldToo) {
  Driven tokens(Three());
  tokens.start.budget.tokens = 1000;
  tokens.Begin();
  tokens.End("a", Costs(0, 1000));
  EXPECT_NE(tokens.TheQuestion().text.find("1000 of 1000 tokens"), std::string::npos);

  Driven units(Three());
  units.start.budget.units = 1;
  units.Begin();
  units.End("a", Done());
  EXPECT_NE(units.TheQuestion().text.find("1 of 1 units"), std::string::npos);

  Driven time(Three());
  time.start.budget.wall_ms = 60'000;
  time.Begin();
  time.now += 90'000;
  time.End("a", Done());
  EXPECT_NE(time.TheQuestion().text.find("of 1m00s passed"), std::string::npos);
}

TEST(Budgets, WhatCostsNothingGoesOn) {
  Driven run(Pipelines({Agent("a"), Check("check"), Integrate("commit"), Learn("note"), Learn("lessons", "collator")}));
  run.start.budget.usd = 1;
  run.Begin();
  run.End("a", Costs(5));
  run.End("check", Checked(true));
  run.End("commit", Done());
  run.End("note", Done());
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget) << "a learner with a role is an agent";
}

TEST(Budgets, ExtendByTheWholeOnceMore) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(10));
  EXPECT_TRUE(Said(run.Answer("extend"), "budget-extended"));
  EXPECT_EQ(run.state().limit.usd, 20);
  EXPECT_EQ(run.Flying(), Names{"b"});
  EXPECT_TRUE(Said(run.End("b", Costs(6)), "budget-warning")) << "80 % of the new limit";
}

TEST(Budgets, ExtendByTheNumberGivenInTheUnitOfTheLimitThatWasReached) {
  Driven money(Three());
  money.start.budget.usd = 10;
  money.Begin();
  money.End("a", Costs(10));
  money.Answer("extend", " 2.5 ");
  EXPECT_EQ(money.state().limit.usd, 12.5);

  Driven tokens(Three());
  tokens.start.budget.usd = 10;
  tokens.start.budget.tokens = 1000;
  tokens.Begin();
  tokens.End("a", Costs(0.1, 1000));
  tokens.Answer("extend", "500");
  EXPECT_EQ(tokens.state().limit.tokens, 1500);
  EXPECT_EQ(tokens.state().limit.usd, 10);
  EXPECT_EQ(tokens.Flying(), Names{"b"});

  Driven units(Three());
  units.start.budget.units = 1;
  units.Begin();
  units.End("a", Done());
  units.Answer("extend", "3");
  EXPECT_EQ(units.state().limit.units, 4);

  Driven time(Three());
  time.start.budget.wall_ms = 60'000;
  time.Begin();
  time.now += 60'000;
  time.End("a", Done());
  time.Answer("extend", "2");
  EXPECT_EQ(time.state().limit.wall_ms, 180'000) << "minutes";
}

TEST(Budgets, OfNothingCanBeExtendedByANumber) {
  Driven run(Three());
  run.start.budget.usd = 0;
  run.Begin();
  EXPECT_TRUE(run.Flying().empty());
  run.Answer("extend");
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  run.Answer("extend", "1");
  EXPECT_EQ(run.Flying(), Names{"a"});
}

TEST(Budgets, StopParksTheRunAndResumeAsksAgain) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(10));
  run.Answer("stop");
  EXPECT_EQ(run.status(), RunStatus::kParked);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
}

TEST(Budgets, AreAskedAboutOnceAndUnitsInFlightEndInPeace) {
  Driven run(Pipelines({Each("build", 3)}, {Agent("work")}), LoosePlan("h", 6));
  run.start.budget.usd = 10;
  run.Begin();
  run.End("s0/work", Costs(10));
  EXPECT_EQ(run.Open().size(), 1u);
  run.End("s1/work", Costs(3));
  run.End("s2/work", Costs(3));
  EXPECT_EQ(run.Open().size(), 1u);
  EXPECT_TRUE(run.Flying().empty());
  EXPECT_EQ(run.state().spent.usd, 16);
  run.Answer("extend");
  EXPECT_EQ(run.Flying().size(), 3u);
}

TEST(Budgets, HoldAPanelInTheMiddleOfItsRound) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"});
  panel.members[2].after = {"a"};
  Driven run(Pipelines({panel}));
  run.start.budget.usd = 10;
  run.Begin();
  UnitOutcome dear = Approved();
  dear.usage.usd = 10;
  run.End("gates:a", dear);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  run.End("gates:b", Approved());
  run.Answer("extend");
  EXPECT_EQ(run.Flying(), Names{"gates:c"});
}

UnitOutcome StoppedAt(double usd, std::string snapshot = "") {
  UnitOutcome outcome = Failed(ErrorClass::kBudget);
  outcome.usage.usd = usd;
  outcome.unmerged = !snapshot.empty();
  outcome.snapshot = std::move(snapshot);
  return outcome;
}

TEST(Budgets, AUnitThatIsStoppedAtItsShareAsksAndGoesOnFromItsWork) {
  Driven run(Three());
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", StoppedAt(10.5, "c0ffee"));
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  EXPECT_EQ(run.state().lane.snapshot, "c0ffee");
  EXPECT_TRUE(run.state().lane.unmerged);
  run.Answer("extend");
  EXPECT_EQ(run.Flying(), Names{"a"});
  const Unit& again = run.state().units.begin()->second;
  EXPECT_EQ(again.attempt, 1) << "it was no attempt";
  EXPECT_EQ(again.note, kStoppedAtBudgetWithWork);
}

TEST(Budgets, AMemberThatIsStoppedAtItsShareIsNotSilent) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a", "b"})}));
  run.start.budget.usd = 10;
  run.Begin();
  run.End("gates:a", StoppedAt(10));
  run.End("gates:b", Approved());
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  run.Answer("extend");
  EXPECT_EQ(run.Flying(), Names{"gates:a"});
  EXPECT_EQ(run.state().units.begin()->second.attempt, 1);
}

// Of a run whose units in flight have used up these limits together.
UnitOutcome StoppedWithOthers(double usd, const char* limit) {
  UnitOutcome outcome = StoppedAt(usd, "c0ffee");
  outcome.used_up = {limit};
  return outcome;
}

TEST(Budgets, WhatOthersHaveInHandIsWaitedFor) {
  for (const int rules : {11, kRules}) {
    Driven run(Pipelines({Each("build", 3)}, {Agent("work"), Check("check")}), LoosePlan("h", 3));
    run.start.budget.usd = 10;
    run.start.rules = rules;
    run.Begin();
    const Decision stopped = run.End("s0/work", StoppedWithOthers(4, "run"));
    EXPECT_EQ(Said(stopped, "budget-waits"), rules >= 12);
    if (rules < 12) {
      EXPECT_TRUE(run.Flies("s0/work")) << "an older journal folds to what it was";
      continue;
    }
    EXPECT_EQ(run.Flying(), (Names{"s1/work", "s2/work"}));
    EXPECT_EQ(run.status(), RunStatus::kActive);
    run.Attach();
    EXPECT_EQ(run.Flying(), (Names{"s1/work", "s2/work"})) << "whatever else happens";
    run.End("s1/work", Costs(4));
    EXPECT_EQ(run.Flying(), (Names{"s2/work", "s1/check"}));
    run.End("s2/work", Costs(1));
    EXPECT_TRUE(run.Flies("s0/work")) << "the others needed less than they had said";
    EXPECT_EQ(run.At("s0/work").attempt, 1);
  }
}

TEST(Budgets, WhenNothingIsInFlightAnyMoreThereIsTheQuestion) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Agent("more")}), LoosePlan("h", 3));
  run.start.budget.usd = 10;
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", StoppedWithOthers(4, "run"));
  EXPECT_TRUE(run.Open().empty());
  run.End("s1/work", Costs(6.5));
  EXPECT_EQ(run.TheQuestion().text, "the budget is reached: $10.50 of $10.00 spent; extend it?");
  run.Answer("extend");
  EXPECT_TRUE(run.Flies("s0/work"));
}

TEST(Budgets, AnExtensionEndsTheWaiting) {
  Driven run(Pipelines({Each("build", 3)}, {Agent("work")}), LoosePlan("h", 3));
  run.start.budget.usd = 10;
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", StoppedWithOthers(4, "run"));
  run.End("s1/work", StoppedWithOthers(6.5, "run"));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget) << "it is reached without the one in flight";
  run.Answer("extend");
  EXPECT_EQ(run.Flying(), (Names{"s2/work", "s0/work", "s1/work"}));
}

TEST(Budgets, WhatALimitInHandDoesNotBindGoesOn) {
  Stage scout = Agent("scout");
  scout.role = "scout";
  Driven run(Pipelines({Each("build", 3)}, {scout, Agent("work"), Check("check")}), LoosePlan("h", 3));
  run.start.role_budgets["engineer"].usd = 10;
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/scout", Costs(1));
  run.End("s1/scout", Costs(1));
  run.End("s1/work", StoppedWithOthers(4, "role engineer"));
  EXPECT_EQ(run.Flying(), (Names{"s2/scout", "s0/work"}));
  run.End("s2/scout", Costs(1));
  EXPECT_EQ(run.Flying(), Names{"s0/work"}) << "what was not stopped does not begin either";
  run.End("s0/work", Costs(1));
  EXPECT_TRUE(run.Flies("s1/work") && run.Flies("s2/work") && run.Flies("s0/check"));
}

TEST(Budgets, MembersOfAPanelWaitForEachOther) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b"});
  panel.budget.usd = 3;
  Driven run(Pipelines({panel}));
  run.start.rules = kRules;
  run.Begin();
  run.End("gates:a", StoppedWithOthers(2, "/gates"));
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
  UnitOutcome dear = Approved();
  dear.usage.usd = 1.5;
  run.End("gates:b", dear);
  EXPECT_EQ(run.state().reason, "the budget of stage `gates` is reached: $3.50 of $3.00 spent");
}

TEST(Budgets, AUnitThatSpentNothingIsNotStoppedForEver) {
  Stage only = Agent("a");
  only.retry = 1;
  Driven run(Pipelines({only}));
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", StoppedAt(0));
  run.End("a", StoppedAt(0));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Budgets, SayWhatBindsAUnit) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].max_tokens = 1000;
  Stage work = Agent("work");
  work.budget.usd = 3;
  Driven run(Pipelines({Each("build")}, {work, Check("check")}), plan);
  run.start.budget.usd = 10;
  run.start.role_budgets["engineer"].tokens = 500;
  run.start.role_budgets["other"].tokens = 1;
  run.Begin();
  std::vector<std::string> whose;
  for (const BindingLimit& limit : LimitsOn(run.state(), run.state().units.begin()->second))
    whose.push_back(limit.key + " " + limit.whose);
  EXPECT_EQ(whose, (std::vector<std::string>{"s0/work of stage `work`", "step s0 of step `s0`", "run of the run",
                                             "role engineer of role `engineer`"}));
  run.End("s0/work", Costs(0.1, 10));
  EXPECT_TRUE(LimitsOn(run.state(), run.state().units.begin()->second).empty()) << "a check costs nothing";
}

TEST(Budgets, OfAStageFailThatStage) {
  Stage plan = Agent("plan");
  plan.budget.usd = 1;
  Driven run(Pipelines({plan, Review("review", "plan")}));
  run.Begin();
  run.End("plan", Costs(2));
  run.End("review", Revision());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, "the budget of stage `plan` is reached: $2.00 of $1.00 spent");
}

TEST(Budgets, OfAStepBlockThatStepOverAllOfItsStages) {
  PlanRef plan = LoosePlan("h", 2);
  plan.steps[0].max_tokens = 1000;
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Agent("polish"), Agent("last")}), plan);
  run.Begin();
  run.End("s0/work", Costs(0, 600));
  run.End("s1/work", Costs(0, 5000));
  run.End("s0/polish", Costs(0, 400));
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_EQ(run.StepAt("s0").reason, "the budget of step `s0` is reached: 1000 of 1000 tokens used");
  EXPECT_EQ(run.Flying(), Names{"s1/polish"}) << "the other has no limit";
  run.Do(ControlKind::kRetry, "s0");
  EXPECT_TRUE(run.Flies("s0/work")) << "asked for again, it has as much again";
}

TEST(Budgets, OfAStepLetASeatThatIsAtWorkEnd) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].max_tokens = 10;
  Stage panel = Panel("gates", Aggregate::kCollect, {"a", "b", "c"});
  panel.members[2].after = {"a"};
  Driven run(Pipelines({Each("build")}, {panel}), plan);
  run.Begin();
  run.End("s0/gates:a", Costs(0, 10));
  EXPECT_EQ(run.step("s0"), StepStatus::kRunning);
  run.End("s0/gates:b", Done());
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
}

TEST(Budgets, AStepSaysItselfHowOftenItIsTriedAgain) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].max_retries = 2;
  Stage work = Agent("work");
  work.retry = 0;
  Driven run(Pipelines({Each("build")}, {work}), plan);
  run.Begin();
  run.End("s0/work", Failed(ErrorClass::kNetwork));
  run.Fire();
  run.End("s0/work", Failed(ErrorClass::kNetwork));
  run.Fire();
  run.End("s0/work", Failed(ErrorClass::kNetwork));
  EXPECT_EQ(run.step("s0"), StepStatus::kFailed);
}

TEST(Budgets, OfARoleHoldOnlyThatRole) {
  Stage scout = Agent("scout");
  scout.role = "scout";
  Driven run(Pipelines({scout, Agent("a"), Agent("b"), Agent("c")}));
  run.start.role_budgets["engineer"].usd = 5;
  run.Begin();
  run.End("scout", Costs(20));
  EXPECT_EQ(run.Flying(), Names{"a"}) << "what another role spent is not theirs";
  EXPECT_TRUE(Said(run.End("a", Costs(4)), "budget-warning"));
  run.End("b", Costs(1));
  EXPECT_EQ(run.TheQuestion().text, "the budget is reached: role `engineer`: $5.00 of $5.00 spent; extend it?");
  run.Answer("extend", "2");
  EXPECT_EQ(run.state().role_limits.at("engineer").usd, 7);
  EXPECT_EQ(run.Flying(), Names{"c"});
}

TEST(Budgets, OfARoleCountTheSeatsOfAPanel) {
  Stage panel = Panel("gates", Aggregate::kCollect, {"a", "b"});
  panel.members[0].role = "skeptic";
  panel.members[1].role = "skeptic";
  panel.members[1].after = {"a"};
  Driven run(Pipelines({panel}));
  run.start.role_budgets["skeptic"].tokens = 100;
  run.Begin();
  run.End("gates:a", Costs(0, 100));
  EXPECT_NE(run.TheQuestion().text.find("role `skeptic`: 100 of 100 tokens used"), std::string::npos);
  run.Answer("extend");
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
}

constexpr std::int64_t kDay = 24LL * 60 * 60 * 1000;

TEST(Budgets, OfTheDayCountWhatOtherRunsSpent) {
  Driven run(Three());
  run.now = 5 * kDay;
  run.start.day = {5, {.tokens = {}, .usd = 10, .wall_ms = {}, .units = {}}, {.usd = 3}};
  run.Begin();
  run.End("a", Costs(6));
  EXPECT_EQ(run.Flying(), Names{"b"});
  run.Take(DayLimit{5, run.start.day.limit, {.usd = 4}});
  run.End("b", Costs(0.5));
  EXPECT_EQ(run.TheQuestion().text, "the budget is reached: $10.50 of $10.00 spent today by all runs; extend it?");
  run.Answer("extend", "1");
  EXPECT_EQ(run.Flying(), Names{"c"});
  EXPECT_EQ(run.state().day_extension.usd, 1);
}

TEST(Budgets, OfTheDayBeginAnewOnTheNext) {
  Driven run(Three());
  run.now = 5 * kDay;
  run.start.day = {5, {.tokens = 1000, .usd = {}, .wall_ms = {}, .units = {}}, {}};
  run.Begin();
  run.End("a", Costs(0, 1000));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  run.Take(DayLimit{5, run.start.day.limit, {}});
  EXPECT_EQ(run.Open().size(), 1u) << "it is still today";
  run.now = 6 * kDay;
  run.Take(DayLimit{6, run.start.day.limit, {}});
  EXPECT_TRUE(run.Open().empty());
  EXPECT_EQ(run.Flying(), Names{"b"});
}

TEST(Budgets, HoldRunsOfTheirOwnToo) {
  Driven run(Pipelines({Agent("a"), EachRun("build")}), LoosePlan("h", 1));
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(10));
  EXPECT_TRUE(run.Flying().empty());
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBudget);
  run.Answer("extend");
  EXPECT_EQ(run.Flying().size(), 1u);
}

TEST(Budgets, TimeWhileTheRunIsNotRunningIsNotCounted) {
  Driven run(Three());
  run.Begin();
  run.now += 1'000'000;
  run.Attach();
  EXPECT_LT(run.state().active_ms, 10);
}

}  // namespace
}  // namespace forge::testing
