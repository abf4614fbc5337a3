// Budgets: warned at 80 %, held at 100 %, extended or stopped by a person.
#include <gtest/gtest.h>

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

TEST(Budgets, TimeWhileNobodyDrivesTheRunIsNotCounted) {
  Driven run(Three());
  run.Begin();
  run.now += 1'000'000;
  run.Attach();
  EXPECT_LT(run.state().active_ms, 10);
}

}  // namespace
}  // namespace forge::testing
