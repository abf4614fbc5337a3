// Git and the journal differ: the run stops and asks, and what the answers do.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

GitDiffers Ahead(std::vector<StepId> merged, std::int64_t last_unit = 40) {
  GitDiffers in;
  in.text = "git is ahead";
  in.options = {"adopt", "redo", "abandon"};
  in.branch = "b";
  in.target = "t";
  in.last_unit = last_unit;
  in.merged = std::move(merged);
  in.stop = true;
  return in;
}

UnitOutcome Merged(const std::string& commit) {
  UnitOutcome outcome = Done();
  outcome.result = Json::MakeObject().Set("commit", commit);
  return outcome;
}

// As an engine does that has just taken the run: nothing that was told to stop is running.
void Tell(Driven& run, const GitDiffers& differs) {
  run.Take(differs);
  for (const std::string& name : run.Flying()) run.End(name, Stopped());
}

TEST(GitAndJournal, ADifferenceHoldsTheRunAndIsAskedOnce) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work")}), LoosePlan("h", 3));
  run.Begin();
  Tell(run, Ahead({}));
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kGit);
  EXPECT_NE(run.Refused(Ahead({})), "");
  run.Answer("redo");
  EXPECT_EQ(run.state().git_choice, "redo");
  EXPECT_EQ(run.Flying().size(), 2u);
}

TEST(GitAndJournal, NoUnitGetsANumberThatGitHasSeen) {
  Driven run(Pipelines({Each("build", 1)}, {Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  Tell(run, Ahead({}, 40));
  run.Answer("redo");
  EXPECT_EQ(run.At("s0/work").id.value, 41);
}

TEST(GitAndJournal, AdoptedStepsAreDoneWhereverTheyStood) {
  Stage ask = Ask("sure");
  Driven run(Pipelines({Each("build", 1)}, {ask, Agent("work")}),
             Plan("h", {Step("s0"), Step("s1"), Step("s2", {"s0"}), Step("s3", {"s2"})}));
  run.Begin();
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
  EXPECT_EQ(run.step("s1"), StepStatus::kReady);
  EXPECT_EQ(run.step("s2"), StepStatus::kPending);
  run.Take(Ahead({StepId{"s2"}, StepId{"s1"}, StepId{"s0"}, StepId{"unknown"}}));
  QuestionId asked;
  for (const Question* question : run.Open()) {
    if (question->kind == QuestionKind::kGit) asked = question->id;
  }
  Answered adopt;
  adopt.question = asked;
  adopt.answer = "adopt";
  run.Take(adopt);
  for (const char* step : {"s0", "s1", "s2"}) EXPECT_EQ(run.step(step), StepStatus::kDone) << step;
  EXPECT_EQ(run.step("s3"), StepStatus::kWaiting);
}

TEST(GitAndJournal, AStepAtItsCheckpointIsNotAdopted) {
  StepSpec looked = Step("s0");
  looked.checkpoint = true;
  Driven run(Pipelines({Each("build", 1)}, {Agent("work")}), Plan("h", {looked, Step("s1")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Done());
  EXPECT_TRUE(IsAtCheckpoint(run.state(), 0));
  EXPECT_FALSE(IsAtCheckpoint(run.state(), 1));
  Tell(run, Ahead({StepId{"s0"}, StepId{"s1"}}));
  Answered adopt;
  for (const Question* question : run.Open()) {
    if (question->kind == QuestionKind::kGit) adopt.question = question->id;
  }
  adopt.answer = "adopt";
  run.Take(adopt);
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting) << "a person has yet to look";
  EXPECT_EQ(run.step("s1"), StepStatus::kDone);
}

TEST(GitAndJournal, AdoptingTheLastStepsEndsTheStage) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  Tell(run, Ahead({StepId{"s0"}, StepId{"s1"}}));
  run.Answer("adopt");
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(GitAndJournal, AnAdoptedStepHasNoSnapshotOfTheJournals) {
  Driven run(Pipelines({Each("build", 1)}, {Agent("work"), Agent("more")}), LoosePlan("h", 1));
  run.Begin();
  UnitOutcome wrote = Done();
  wrote.snapshot = "older";
  wrote.unmerged = true;
  run.End("s0/work", wrote);
  Tell(run, Ahead({StepId{"s0"}}));
  run.Answer("adopt");
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_EQ(run.state().steps[0].lane->snapshot, "");
}

TEST(GitAndJournal, AbandonEndsTheRun) {
  Driven run(Pipelines({Agent("work")}));
  run.Begin();
  Tell(run, Ahead({}));
  run.Answer("abandon");
  EXPECT_EQ(run.status(), RunStatus::kAbandoned);
  EXPECT_NE(run.Refused(Ahead({})), "");
}

TEST(GitAndJournal, TheStateKnowsWhatTheBranchMustContain) {
  Stage squash = Integrate("release");
  squash.how = "squash";
  Driven run(Pipelines({Each("build", 2), squash}, {Integrate("merge")}), LoosePlan("h", 2));
  run.Begin();
  run.End("s0/merge", Merged("c1"));
  run.End("s1/merge", Merged("c2"));
  EXPECT_EQ(run.state().commits, (Names{"c1", "c2"}));
  run.End("release", Merged("c3"));
  EXPECT_EQ(run.state().commits, Names{"c3"});
}

TEST(GitAndJournal, AfterAnAnswerTheBranchMustContainWhatTheAnswerLeftThere) {
  for (const auto& [answer, commits] : {std::pair{"keep", Names{"b"}}, std::pair{"adopt", Names{"c1", "b"}},
                                        std::pair{"redo", Names{"t"}}, std::pair{"restore", Names{"c1"}}}) {
    Driven run(Pipelines({Each("build", 1)}, {Integrate("merge")}), LoosePlan("h", 3));
    run.Begin();
    run.End("s0/merge", Merged("c1"));
    GitDiffers differs = Ahead({});
    differs.options = {"adopt", "redo", "restore", "keep"};
    Tell(run, differs);
    run.Answer(answer);
    EXPECT_EQ(run.state().commits, commits) << answer;
  }
}

TEST(GitAndJournal, TheTimeOfADeadEngineIsNotTheRuns) {
  Driven run(Pipelines({Agent("work")}));
  run.Begin();
  State state = run.state();
  const std::int64_t before = state.active_ms;
  ASSERT_TRUE(Decide(state, {TimePoint{state.last_at.ms + 60'000}, Ahead({})}));
  EXPECT_EQ(state.active_ms, before);
}

TEST(GitAndJournal, AMovedBranchLeavesRunningAgentsAlone) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work")}), LoosePlan("h", 3));
  run.Begin();
  GitDiffers moved;
  moved.text = "moved";
  moved.options = {"restore", "keep", "abandon"};
  run.Take(moved);
  EXPECT_EQ(run.Flying(), (Names{"s0/work", "s1/work"}));
  run.End("s0/work", Done());
  EXPECT_EQ(run.Flying(), Names{"s1/work"});
  run.Answer("restore");
  EXPECT_EQ(run.Flying(), (Names{"s1/work", "s2/work"}));
}

}  // namespace
}  // namespace forge::testing
