// What is not a step's fault costs it nothing: a program that is not installed is asked about, and work that came too
// late for a merge comes again.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet Merging(int max_iterations) {
  Stage verify = Check("verify", "work");
  verify.max_iterations = max_iterations;
  Stage merge = Integrate("merge", "work");
  merge.max_iterations = max_iterations;
  merge.on_exhausted = OnExhausted::kBlock;
  return Pipelines({Each("build", 4)}, {Agent("work"), verify, merge});
}

UnitOutcome Overtaken() {
  UnitOutcome outcome = Checked(false, 1);
  outcome.result.Set("order", true);
  return outcome;
}

TEST(NotItsFault, AConflictThatIsOnlyAboutOrderCostsNoRound) {
  Driven run(Merging(2), LoosePlan("h", 4));
  run.Begin();
  // Three others are merged before it, one after the other; two rounds would not do.
  for (int others = 0; others < 3; ++others) {
    run.End("s0/work", Done());
    run.End("s0/verify", Checked(true));
    run.End("s0/merge", Overtaken());
    ASSERT_EQ(run.step("s0"), StepStatus::kRunning) << others;
  }
  run.End("s0/work", Done());
  run.End("s0/verify", Checked(true));
  run.End("s0/merge", Checked(false, 1));
  EXPECT_EQ(run.step("s0"), StepStatus::kRunning) << "its first failure of its own";
  run.End("s0/work", Done());
  run.End("s0/verify", Checked(true));
  run.End("s0/merge", Checked(false, 1));
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
}

TEST(NotItsFault, AStepCannotBeOvertakenMoreOftenThanThereAreSteps) {
  Driven run(Merging(2), LoosePlan("h", 2));
  run.Begin();
  int rounds = 0;
  while (run.step("s0") == StepStatus::kRunning) {
    ASSERT_LT(++rounds, 10) << "it ends";
    run.End("s0/work", Done());
    run.End("s0/verify", Checked(true));
    run.End("s0/merge", Overtaken());
  }
  EXPECT_EQ(rounds, 4) << "overtaken twice, and two rounds of its own";
}

TEST(NotItsFault, AMissingProgramIsAskedAboutAtOnce) {
  Driven run(Merging(3), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s0/verify", Failed(ErrorClass::kExternal));
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  ASSERT_EQ(run.state().open.size(), 1U);
  const Question& question = run.state().questions.at(*run.state().open.begin());
  EXPECT_EQ(question.options, (Names{"retry", "skip", "stop"}));
  run.Answer("retry");
  EXPECT_EQ(run.Flying(), Names{"s0/verify"}) << "the same check again, and no repair";
  EXPECT_EQ(run.At("s0/verify").attempt, 1);
  run.End("s0/verify", Checked(true));
  EXPECT_EQ(run.Flying(), Names{"s0/merge"});
}

TEST(NotItsFault, AMissingProgramAfterARepairIsCheckedAgainAndNotRepaired) {
  Driven run(Merging(3), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s0/verify", Checked(false, 1));
  run.End("s0/work", Done());
  run.End("s0/verify", Failed(ErrorClass::kExternal));
  run.Answer("retry");
  EXPECT_EQ(run.Flying(), Names{"s0/verify"});
}

TEST(NotItsFault, AMergeIsNeverSkippedForAMissingProgram) {
  Driven run(Merging(3), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s0/verify", Checked(true));
  run.End("s0/merge", Failed(ErrorClass::kExternal));
  const Question& question = run.state().questions.at(*run.state().open.begin());
  EXPECT_EQ(question.options, (Names{"retry", "stop"}));
  run.Answer("stop");
  EXPECT_EQ(run.step("s0"), StepStatus::kFailed);
}

TEST(NotItsFault, WhoStoppedReadsItsOwnWordsWithTheAnswer) {
  for (const std::string comment : {"yes, inclusive", ""}) {
    Driven run(Pipelines({Agent("work")}));
    run.start.rules = kRules;
    run.Begin();
    UnitOutcome blocked = Failed(ErrorClass::kExternal);
    blocked.error = "the agent says it is blocked: is n inclusive?";
    blocked.reasons = {"is n inclusive?"};
    run.End("work", blocked);
    run.Answer("retry", comment);
    EXPECT_EQ(run.state().lane.note,
              "You stopped before your work was done, and said: is n inclusive?\n" +
                  (comment.empty() ? "A person asks you to try again" : "A person answers: " + comment));
    EXPECT_EQ(run.Flying(), Names{"work"});
  }
}

}  // namespace
}  // namespace forge::testing
