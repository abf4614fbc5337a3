// Questions to people: asking, answering, policies without a person, approval bound to what was shown.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

Answered Says(QuestionId question, std::string answer, std::string shown = "") {
  Answered in;
  in.question = question;
  in.answer = std::move(answer);
  in.shown = std::move(shown);
  return in;
}

TEST(Asking, YesGoesOnAndIsRemembered) {
  Driven run(Pipelines({Ask("approve"), Agent("build")}));
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_TRUE(Settled(run.state()));
  EXPECT_EQ(run.TheQuestion().options, (Names{"yes", "no"}));
  EXPECT_EQ(run.TheQuestion().stage, "approve");
  run.Answer("YES ");
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(Records(run.state(), kRunLane).FindPath("run.answers.approve")->AsString(), "yes");
}

TEST(Asking, NobodyIsAskedAboutAPlanThatDoesNotExist) {
  for (const int rules : {10, kRules}) {
    Driven run(Pipelines({Ask("approve", "plan"), Agent("build")}));
    run.start.rules = rules;
    run.Begin();
    EXPECT_EQ(run.Open().size(), rules < 11 ? 1U : 0U) << "an older journal folds to what it was";
    EXPECT_EQ(run.Flying(), rules < 11 ? Names{} : Names{"build"});
  }
}

// `gated` asks its planner again only if something is to be done.
TEST(Asking, APlanStandsAsLongAsNothingBehindItAsksForAnother) {
  Stage draft = Agent("draft");
  draft.produces = "plan";
  Stage decide = Ask("decide");
  decide.options = {"standard", "merge"};
  const auto stands = [](const Driven& run) {
    return Records(run.state(), kRunLane).FindPath("run.plan_stands")->AsBool();
  };
  const auto begin = [&](Driven& run) {
    run.start.rules = kRules;
    run.Begin();
    run.Answer("yes", "a comment before there is a plan");
    EXPECT_FALSE(stands(run)) << "there is none";
    run.End("draft", Planned(LoosePlan("h", 1)));
  };
  const PipelineSet pipelines =
      Pipelines({Ask("before"), draft, decide, Agent("plan"), Review("review", "plan"), Agent("build")});
  Driven kept(pipelines);
  begin(kept);
  EXPECT_TRUE(stands(kept));
  kept.Answer("standard");
  EXPECT_TRUE(stands(kept));
  kept.End("plan", Done());
  kept.End("review", Revision());
  EXPECT_FALSE(stands(kept));
  Driven other(pipelines);
  begin(other);
  other.Answer("merge");
  EXPECT_FALSE(stands(other));
  Driven told(pipelines);
  begin(told);
  told.Answer("standard", "but shorter");
  EXPECT_FALSE(stands(told));
}

TEST(Asking, NoCancelsTheRun) {
  Driven run(Pipelines({Ask("approve"), Agent("build")}));
  run.Begin();
  run.Answer("no");
  EXPECT_EQ(run.status(), RunStatus::kCancelled);
}

TEST(Asking, ModifySendsTheCommentBackAsOftenAsThePersonLikes) {
  Stage ask = Ask("approve");
  ask.on_revision = "plan";
  ask.max_iterations = 1;
  Driven run(Pipelines({Agent("plan"), ask, Agent("build")}));
  run.Begin();
  for (int i = 0; i < 5; ++i) {
    run.End("plan", Done());
    EXPECT_EQ(run.TheQuestion().options, (Names{"yes", "modify", "no"}));
    run.Answer("modify", "shorter");
    EXPECT_EQ(run.At("plan").note, "shorter");
  }
}

TEST(Asking, OtherOptionsAreAnswersAndNothingElse) {
  Stage ask = Ask("visions");
  ask.options = {"one", "Three", "none"};
  Driven run(Pipelines({ask, Agent("build")}));
  run.Begin();
  run.Answer("three");
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(run.state().answers["visions"].AsString(), "three");
  EXPECT_FALSE(run.state().approval_seen);
}

TEST(Asking, AnswersThatAreNoneAreRefused) {
  Driven run(Pipelines({Ask("approve"), Agent("build")}));
  run.Begin();
  EXPECT_EQ(run.Refused(Says(QuestionId{9}, "yes")), "no question 9 in this run");
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "maybe")), "question 1 has no option `maybe`");
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "")), "question 1 has no option ``");
  run.Answer("yes");
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "no")), "question 1 was already answered `yes` by ann");
}

TEST(Asking, ModifyWithNowhereToGoIsRefused) {
  Stage ask = Ask("approve");
  ask.options = {"yes", "modify"};
  Driven run(Pipelines({ask}));
  run.Begin();
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "modify")), "no stage of the pipeline makes changes after this question");
}

TEST(Asking, AQuestionInAStepMakesOnlyThatStepWait) {
  Driven run(Pipelines({Each("build", 2)}, {Ask("sure"), Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  ASSERT_EQ(run.Open().size(), 2u);
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
  run.Take(Says(run.Open()[0]->id, "yes"));
  EXPECT_EQ(run.step("s0"), StepStatus::kRunning);
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
  EXPECT_EQ(run.status(), RunStatus::kActive);
}

TEST(Asking, NoInAStepBlocksIt) {
  Driven run(Pipelines({Each("build")}, {Ask("sure"), Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  run.Answer("no");
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_EQ(run.TheQuestion().step.value, "s1");
}

TEST(Asking, TimeSpentWaitingForAPersonIsNotTheRuns) {
  Driven run(Pipelines({Ask("approve"), Agent("build")}));
  run.Begin();
  run.now += 3'600'000;
  run.Answer("yes");
  EXPECT_LT(run.state().active_ms, 1000);
  run.now += 500'000;
  run.End("build", Done());
  EXPECT_GE(run.state().active_ms, 500'000);
}

TEST(Asking, TimeInWhichAUnitWorksOnInAPausedRunIsTheRuns) {
  for (const int rules : {12, kRules}) {
    Driven run(Pipelines({Agent("build"), Agent("polish")}));
    run.start.rules = rules;
    run.Begin();
    run.Do(ControlKind::kPause);
    run.now += 500'000;
    run.End("build", Done());
    const std::int64_t worked = run.state().active_ms;
    EXPECT_EQ(worked >= 500'000, rules >= 13);
    run.now += 3'600'000;
    run.Do(ControlKind::kResume);
    EXPECT_LT(run.state().active_ms, worked + 1000) << "it rested";
  }
}

TEST(Unattended, WaitWaits) {
  Driven run(Pipelines({Ask("approve", "", Unattended::kWait), Agent("build")}));
  run.start.attended = false;
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
}

TEST(Unattended, ApproveAnswersWithTheFirstOptionInTheNameOfThePolicy) {
  Stage ask = Ask("approve", "plan", Unattended::kApprove);
  ask.options = {"Ship", "no"};
  Driven run(Pipelines({ask, Agent("build")}), LoosePlan("h", 1));
  run.start.attended = false;
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(run.state().questions.at(QuestionId{1}).by, "policy");
  EXPECT_EQ(run.state().questions.at(QuestionId{1}).status, QuestionStatus::kAnswered);
  EXPECT_EQ(run.state().approved_hash, "h");
  EXPECT_EQ(run.state().answers["approve"].AsString(), "ship") << "as a person's answer would be remembered";
}

TEST(Unattended, DeferGoesOnWithoutApproval) {
  Driven run(Pipelines({Ask("approve", "plan", Unattended::kDefer), Agent("build")}), LoosePlan("h", 1));
  run.start.attended = false;
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(run.state().questions.at(QuestionId{1}).status, QuestionStatus::kDeferred);
  EXPECT_FALSE(run.state().approval_seen);
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "yes")), "question 1 is deferred");
}

TEST(Unattended, StopFails) {
  Driven run(Pipelines({Ask("approve", "", Unattended::kStop), Agent("build")}));
  run.start.attended = false;
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("the run is unattended"), std::string::npos);
}

TEST(Unattended, InAStepThePoliciesHoldForTheStep) {
  for (Unattended policy : {Unattended::kApprove, Unattended::kDefer, Unattended::kStop}) {
    Driven run(Pipelines({Each("build")}, {Ask("sure", "", policy), Agent("work")}), LoosePlan("h", 1));
    run.start.attended = false;
    run.Begin();
    const bool stops = policy == Unattended::kStop;
    EXPECT_EQ(run.step("s0"), stops ? StepStatus::kFailed : StepStatus::kRunning);
    EXPECT_EQ(run.Flies("s0/work"), !stops);
  }
}

TEST(Unattended, FromNowOnAnswersWhatIsAskedAlreadyAndWhatIsAskedLater) {
  for (const bool paused : {false, true}) {
    Driven run(Pipelines({Ask("approve", "plan", Unattended::kApprove), Ask("sure", "", Unattended::kApprove),
                          Ask("brief", "", Unattended::kDefer), Agent("build")}),
               LoosePlan("h", 1));
    run.Begin();
    EXPECT_EQ(run.status(), RunStatus::kWaiting);
    if (paused) run.Do(ControlKind::kPause);
    run.Do(ControlKind::kAuto);
    if (paused) run.Do(ControlKind::kResume);
    EXPECT_EQ(run.Flying(), Names{"build"});
    EXPECT_EQ(run.state().questions.at(QuestionId{1}).by, "policy");
    EXPECT_EQ(run.state().approved_hash, "h");
    EXPECT_EQ(run.state().questions.at(QuestionId{3}).status, QuestionStatus::kDeferred);
    EXPECT_EQ(run.state().start.flags["auto"].AsString(), "true") << "as of a run that began so";
  }
}

TEST(Unattended, FromNowOnLeavesToAPersonWhatOnlyAPersonCanAnswer) {
  for (Unattended policy : {Unattended::kWait, Unattended::kStop}) {
    Driven run(Pipelines({Ask("approve", "", policy), Agent("build")}));
    run.Begin();
    run.Do(ControlKind::kAuto);
    EXPECT_EQ(run.status(), RunStatus::kWaiting);
    run.Answer("yes");
    EXPECT_EQ(run.Flying(), Names{"build"});
  }
}

TEST(Unattended, APolicyDoesNotAnswerForARunThatIsAttended) {
  Driven run(Pipelines({Ask("approve", "", Unattended::kApprove)}));
  run.Begin();
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
}

class Approval : public ::testing::Test {
 protected:
  static PipelineSet Set() { return Pipelines({Ask("approve", "plan"), Each("build", 2)}, {Agent("work")}); }
};

TEST_F(Approval, IsBoundToTheHashOfThePlanShown) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  EXPECT_EQ(run.TheQuestion().hash, "h1");
  run.Answer("yes");
  EXPECT_EQ(run.state().approved_hash, "h1");
  EXPECT_EQ(run.Flying(), (Names{"s0/work", "s1/work"}));
}

TEST_F(Approval, OfSomethingElseThanWhatIsShownIsRefused) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "yes", "h0")), "what question 1 shows has changed since you saw it");
  run.Take(Says(QuestionId{1}, "yes", "h1"));
  EXPECT_EQ(run.state().approved_hash, "h1");
}

TEST_F(Approval, IsAskedForAgainWhenThePlanChangesUnderTheQuestion) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  run.Edit(LoosePlan("h2", 3));
  EXPECT_EQ(run.state().questions.at(QuestionId{1}).status, QuestionStatus::kWithdrawn);
  EXPECT_EQ(run.TheQuestion().id, QuestionId{2});
  EXPECT_EQ(run.TheQuestion().hash, "h2");
  EXPECT_EQ(run.Refused(Says(QuestionId{1}, "yes", "h1")), "question 1 is withdrawn");
  EXPECT_EQ(run.Refused(Says(QuestionId{2}, "yes", "h1")), "what question 2 shows has changed since you saw it");
  run.Answer("yes");
  EXPECT_EQ(run.state().approved_hash, "h2");
}

TEST_F(Approval, AnEditThatChangesNothingThatMattersLeavesTheQuestion) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  run.Edit(LoosePlan("h1", 2));
  EXPECT_EQ(run.TheQuestion().id, QuestionId{1});
}

TEST_F(Approval, IsAskedForAgainWhenThePlanChangesAfterwards) {
  Driven run(Set(), LoosePlan("h1", 3));
  run.Begin();
  run.Answer("yes");
  run.Edit(LoosePlan("h2", 4));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
  EXPECT_EQ(run.TheQuestion().hash, "h2");
  run.End("s0/work", Done());
  EXPECT_EQ(run.step("s2"), StepStatus::kReady) << "nothing starts on a plan that was not approved";
  run.Answer("yes");
  EXPECT_TRUE(run.Flies("s2/work"));
  EXPECT_EQ(run.state().approved_hash, "h2");
}

TEST_F(Approval, AChangeThatIsTakenBackNeedsNoApproval) {
  Driven run(Set(), LoosePlan("h1", 3));
  run.Begin();
  run.Answer("yes");
  run.Edit(LoosePlan("h2", 4));
  ASSERT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
  run.Edit(LoosePlan("h1", 3));
  EXPECT_TRUE(run.Open().empty());
  run.End("s0/work", Done());
  EXPECT_TRUE(run.Flies("s2/work"));
}

TEST_F(Approval, AChangedPlanThatIsTurnedDownParksTheRunAndResumeAsksAgain) {
  Driven run(Set(), LoosePlan("h1", 3));
  run.Begin();
  run.Answer("yes");
  run.Edit(LoosePlan("h2", 4));
  run.Answer("no");
  EXPECT_EQ(run.status(), RunStatus::kParked);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval) << "resume is never approval";
  EXPECT_EQ(run.state().approved_hash, "h1");
}

TEST_F(Approval, AnEditThatIsApprovedAtRestLeavesTheRunAtRest) {
  for (const bool parked : {false, true}) {
    for (const bool noticed : {false, true}) {
      Driven run(Pipelines({Ask("approve", "plan"), Each("build", 1)}, {Agent("work")}), LoosePlan("h1", 3));
      run.start.focus_steps = 2;
      run.Begin();
      run.Answer("yes");
      run.End("s0/work", Done());
      run.Do(ControlKind::kStop);
      run.End("s1/work", Stopped());
      if (parked) run.Do(ControlKind::kPark);
      const State before = run.state();
      if (noticed) run.Edit(LoosePlan("h2", 4));
      run.Take(PlanEdited{LoosePlan("h2", 4), true, "ada"});
      EXPECT_EQ(run.status(), Outlook(before));
      EXPECT_EQ(run.state().starts_left, before.starts_left);
      EXPECT_EQ(run.state().approved_hash, "h2");
      EXPECT_TRUE(run.Flying().empty());
      run.Do(ControlKind::kResume);
      EXPECT_TRUE(run.Open().empty()) << "it was approved";
      EXPECT_TRUE(run.Flies("s1/work"));
    }
  }
}

TEST_F(Approval, AnEditThatIsApprovedAnswersTheQuestionAboutIt) {
  Driven run(Set(), LoosePlan("h1", 3));
  run.Begin();
  run.Answer("yes");
  run.Edit(LoosePlan("h2", 4));
  ASSERT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
  run.Take(PlanEdited{LoosePlan("h3", 4), true, "ada"});
  EXPECT_TRUE(run.Open().empty());
  run.End("s0/work", Done());
  EXPECT_TRUE(run.Flies("s2/work"));
}

TEST_F(Approval, ThePlanAnAgentRewritesBeforeTheStepsStartIsAskedForAgain) {
  Driven run(Pipelines({Ask("approve", "plan"), Agent("refine"), Each("build", 2)}, {Agent("work")}),
             LoosePlan("h1", 2));
  run.Begin();
  run.Answer("yes");
  run.End("refine", Planned(LoosePlan("h2", 2)));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
  EXPECT_TRUE(run.Flying().empty());
  run.Answer("yes");
  EXPECT_EQ(run.Flying(), (Names{"s0/work", "s1/work"}));
}

TEST_F(Approval, ResumeIsNeverApproval) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  for (ControlKind hold : {ControlKind::kPause, ControlKind::kPark}) {
    run.Do(hold);
    run.Do(ControlKind::kResume);
    EXPECT_EQ(run.status(), RunStatus::kWaiting);
    EXPECT_EQ(run.TheQuestion().id, QuestionId{1});
    EXPECT_FALSE(run.state().approval_seen);
  }
}

TEST_F(Approval, AnAnswerWhilePausedCountsAndNothingMovesUntilResume) {
  Driven run(Set(), LoosePlan("h1", 2));
  run.Begin();
  run.Do(ControlKind::kPause);
  run.Answer("yes");
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying().size(), 2u);
}

TEST_F(Approval, AnArtifactIsAskedAboutAgainWhenItChangesUnderTheQuestion) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Ask("look", "REPORT.md")}), LoosePlan("h1", 2));
  run.Begin();
  UnitOutcome first = Done();
  first.artifacts = {{"REPORT.md", "v1", 5}};
  run.End("s0/work", first);
  EXPECT_EQ(run.TheQuestion().hash, "v1");
  UnitOutcome second = Done();
  second.artifacts = {{"REPORT.md", "v2", 5}};
  run.End("s1/work", second);
  EXPECT_EQ(run.state().questions.at(QuestionId{1}).status, QuestionStatus::kWithdrawn);
  for (const Question* question : run.Open()) EXPECT_EQ(question->hash, "v2");
  EXPECT_EQ(run.Open().size(), 2u);
}

TEST_F(Approval, AStepIsAskedAboutItsOwnArtifactBeforeTheRuns) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Ask("look", "REPORT.md")}), LoosePlan("h1", 2));
  run.Begin();
  UnitOutcome own = Done();
  own.artifacts = {{"REPORT.md", "run", 5}, {"s0/REPORT.md", "mine", 5}};
  run.End("s0/work", own);
  EXPECT_EQ(run.TheQuestion().hash, "mine");
  UnitOutcome other = Done();
  other.artifacts = {{"REPORT.md", "run2", 5}};
  run.End("s1/work", other);
  ASSERT_EQ(run.Open().size(), 2u);
  EXPECT_EQ(run.Open()[0]->id, QuestionId{1}) << "the run's report is none of s0's business";
  EXPECT_EQ(run.Open()[1]->hash, "run2");
}

TEST(Blockers, AreASetAndTheLastOneUnblocks) {
  Driven run(Pipelines({Agent("plan"), Agent("build")}));
  run.Begin();
  run.BlockOn(7);
  run.BlockOn(8);
  run.BlockOn(7);
  EXPECT_EQ(run.status(), RunStatus::kBlocked);
  run.End("plan", Done());
  EXPECT_TRUE(run.Flying().empty());
  run.BlockerEnds(7);
  EXPECT_EQ(run.status(), RunStatus::kBlocked);
  run.BlockerEnds(8);
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(run.Refused(BlockerEnded{RunId{7}, RunStatus::kCompleted}), "the run does not wait for run 7");
}

TEST(Blockers, WaitingForNoRunIsRefused) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  EXPECT_NE(run.Refuses(ControlKind::kBlockOn).find("name the run to wait for"), std::string::npos);
}

TEST(Blockers, OneThatWasNotCompletedBecomesAQuestion) {
  for (RunStatus end : {RunStatus::kAbandoned, RunStatus::kCancelled, RunStatus::kFailed}) {
    Driven run(Pipelines({Agent("plan"), Agent("build")}));
    run.Begin();
    run.BlockOn(7);
    run.End("plan", Done());
    run.BlockerEnds(7, end);
    EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBlocker);
    EXPECT_EQ(run.status(), RunStatus::kWaiting);
    EXPECT_TRUE(run.Flying().empty());
    run.Answer("go");
    EXPECT_EQ(run.Flying(), Names{"build"});
  }
}

TEST(Blockers, TheQuestionCanParkOrAbandonTheRun) {
  for (bool park : {true, false}) {
    Driven run(Pipelines({Agent("plan")}));
    run.Begin();
    run.BlockOn(7);
    run.BlockerEnds(7, RunStatus::kAbandoned);
    run.Answer(park ? "park" : "abandon");
    EXPECT_EQ(run.status(), park ? RunStatus::kParked : RunStatus::kAbandoned);
  }
}

TEST(Blockers, SkippingAStageDoesNotAnswerTheQuestionAboutABlocker) {
  Driven run(Pipelines({Ask("approve"), Agent("build")}));
  run.Begin();
  run.BlockOn(7);
  run.BlockerEnds(7, RunStatus::kAbandoned);
  ASSERT_EQ(run.Open().size(), 2u);
  run.Do(ControlKind::kSkip);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kBlocker);
  EXPECT_TRUE(run.Flying().empty());
}

TEST(Blockers, ResumeOfARunThatStillWaitsGoesBackToWaiting) {
  Driven run(Pipelines({Agent("plan"), Agent("build")}));
  run.Begin();
  run.Do(ControlKind::kPause);
  run.BlockOn(7);
  EXPECT_EQ(run.status(), RunStatus::kPaused);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.status(), RunStatus::kBlocked);
  EXPECT_NE(run.Refuses(ControlKind::kResume).find("the run waits for run 7"), std::string::npos);
}

TEST(Blockers, RetryOfAFailedRunThatWaitsBlocksIt) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  run.BlockOn(7);
  run.End("plan", Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.status(), RunStatus::kBlocked);
  EXPECT_TRUE(run.Flying().empty());
  run.BlockerEnds(7);
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

// A question over the page of findings: exceptions in the comment count as much as the answer.
TEST(Triage, SendsBackWhatIsToBeFixedAndOnlyThen) {
  struct Row {
    const char* answer;
    const char* comment;
    bool back;
  };
  const Row table[] = {{"keep", "", false},          {"fix", "", true},
                       {"follow-up", "", false},     {"keep", "F3: fix", true},
                       {"fix", "F3", true},          {"follow-up", "lenses: fix", true},
                       {"keep", "F3: later", false}, {"follow-up", "spawn", false}};
  for (const Row& row : table) {
    Stage triage = Ask("triage", "FINDINGS.md", Unattended::kDefer);
    triage.options = {"keep", "fix", "follow-up"};
    triage.on_revision = "fix";
    Driven run(Pipelines({Agent("fix"), triage, Agent("ship")}));
    run.Begin();
    run.End("fix", Done());
    run.Answer(row.answer, row.comment);
    ASSERT_EQ(run.Flying(), Names{row.back ? "fix" : "ship"}) << row.answer << " " << row.comment;
    EXPECT_TRUE(!row.back || run.At("fix").note.starts_with("A person asks you to fix")) << row.comment;
  }
}

TEST(Triage, OfAnUnattendedRunIsDeferred) {
  Stage triage = Ask("triage", "FINDINGS.md", Unattended::kDefer);
  triage.options = {"keep", "fix", "follow-up"};
  triage.on_revision = "fix";
  Driven run(Pipelines({Agent("fix"), triage, Agent("ship")}));
  run.start.attended = false;
  run.Begin();
  run.End("fix", Done());
  EXPECT_EQ(run.Flying(), Names{"ship"});
  EXPECT_EQ(run.state().questions.begin()->second.status, QuestionStatus::kDeferred);
}

}  // namespace
}  // namespace forge::testing
