// Stages in order, gates, attempts and revision loops.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

TEST(Sequence, StagesRunOneAfterTheOtherAndTheRunCompletes) {
  Driven run(Pipelines({Agent("plan"), Agent("build"), Integrate("commit"), Learn("learn")}));
  run.Begin();
  for (const char* stage : {"plan", "build", "commit", "learn"}) {
    ASSERT_EQ(run.Flying(), Names{stage});
    run.End(stage, Done());
  }
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_TRUE(Settled(run.state()));
}

TEST(Sequence, CompletionIsSaidOnceWithAnActionToFinish) {
  Driven run(Pipelines({Agent("only")}));
  run.Begin();
  const Decision last = run.End("only", Done());
  ASSERT_EQ(last.actions.size(), 1u);
  EXPECT_EQ(std::get<Finish>(last.actions[0]).status, RunStatus::kCompleted);
  EXPECT_EQ(NoteOf(last, "run-status").data["to"].AsString(), "completed");
}

TEST(Sequence, UnitsCarryKindStageIterationAndAttempt) {
  Driven run(Pipelines({Agent("plan"), Check("check"), Integrate("commit"), Learn("learn")}));
  run.Begin();
  EXPECT_EQ(run.At("plan").kind, UnitKind::kAgent);
  EXPECT_EQ(run.At("plan").iteration, 1);
  EXPECT_EQ(run.At("plan").attempt, 1);
  run.End("plan", Done());
  EXPECT_EQ(run.At("check").kind, UnitKind::kCheck);
  run.End("check", Checked(true));
  EXPECT_EQ(run.At("commit").kind, UnitKind::kIntegrate);
  run.End("commit", Done());
  EXPECT_EQ(run.At("learn").kind, UnitKind::kLearn);
}

TEST(Sequence, ARunWithoutAPipelineIsRefused) {
  Driven run(PipelineSet{});
  EXPECT_EQ(run.Refused(run.start), "a run needs a pipeline with at least one stage");
}

TEST(Sequence, APipelineThatPointsNowhereIsRefused) {
  PipelineSet set = Pipelines({Agent("plan"), Review("review", "plan")});
  set.pipelines[0].stages[1].revision_index = 7;
  Driven wild(set);
  EXPECT_NE(wild.Refused(wild.start).find("review"), std::string::npos);
  Driven lost(Pipelines({Each("build", 1, "missing")}));
  EXPECT_NE(lost.Refused(lost.start).find("build"), std::string::npos);
  Driven nested(Pipelines({Each("build")}, {Each("again")}));
  EXPECT_NE(nested.Refused(nested.start).find("again"), std::string::npos);
  Driven idle(Pipelines({Each("build", 0)}, {Agent("work")}));
  EXPECT_NE(idle.Refused(idle.start).find("build"), std::string::npos);
  Driven twins(Pipelines({Panel("panel", Aggregate::kAllPass, {"a", "a"})}));
  EXPECT_NE(twins.Refused(twins.start).find("two members called `a`"), std::string::npos);
  Driven nameless(Pipelines({Panel("panel", Aggregate::kAllPass, {""})}));
  EXPECT_NE(nameless.Refused(nameless.start).find("without a name"), std::string::npos);
  Driven waiting(Pipelines({Panel("panel", Aggregate::kAllPass, {"a"})}));
  waiting.start.pipelines.pipelines[0].stages[0].members[0].after = {"b"};
  EXPECT_NE(waiting.Refused(waiting.start).find("a member `b`, which does not exist"), std::string::npos);
  Driven empty(Pipelines({Panel("panel", Aggregate::kAllPass, {})}));
  EXPECT_NE(empty.Refused(empty.start).find("panel"), std::string::npos);
}

TEST(Sequence, ASecondStartIsRefused) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  EXPECT_EQ(run.Refused(run.start), "the run has already started");
}

TEST(Sequence, TheSecondEndOfAUnitIsRefused) {
  Driven run(Pipelines({Agent("plan"), Agent("build")}));
  run.Begin();
  const UnitId plan = run.At("plan").id;
  run.End("plan", Done());
  EXPECT_EQ(run.Refused(Ended{plan, Done()}), "the unit is not in flight");
  EXPECT_EQ(run.Refused(Began{plan, 1, 2}), "the unit is not in flight");
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(Sequence, ABegunUnitIsKnownByPidAndStartTime) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  run.Take(Began{run.At("plan").id, 4711, 99});
  EXPECT_EQ(run.At("plan").pid, 4711);
  EXPECT_EQ(run.At("plan").pid_start, 99);
}

TEST(Gates, AConditionThatDoesNotApplySkipsTheStage) {
  Stage plan = Agent("plan");
  plan.when = "require run.size == complex";
  Driven run(Pipelines({plan, Agent("build")}));
  run.Begin();
  ASSERT_EQ(run.Flying(), Names{"?plan"});
  const Decision skipped = run.End("?plan", Gated(false, true));
  EXPECT_TRUE(Said(skipped, "stage-skipped"));
  EXPECT_TRUE(run.Memo("plan").skipped);
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(Gates, AGateThatHoldsLetsTheStageStart) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan}));
  run.Begin();
  EXPECT_EQ(run.At("?plan").kind, UnitKind::kGate);
  run.End("?plan", Gated(true, true));
  EXPECT_EQ(run.Flying(), Names{"plan"});
  EXPECT_EQ(run.At("plan").attempt, 1);
}

TEST(Gates, AGateThatDoesNotHoldAsksAPersonWithTheReasons) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan, Agent("build")}));
  run.Begin();
  const Decision failed = run.End("?plan", Gated(true, false, {"no SPEC.md", "too small"}));
  EXPECT_EQ(NoteOf(failed, "gate-failed").data["reasons"].AsArray().size(), 2u);
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kEscalation);
  EXPECT_NE(run.TheQuestion().text.find("no SPEC.md; too small"), std::string::npos);
  EXPECT_EQ(run.TheQuestion().options, (Names{"retry", "skip", "stop"}));
  run.Answer("retry");
  EXPECT_EQ(run.Flying(), Names{"?plan"});
  run.End("?plan", Gated(true, false, {"no SPEC.md"}));
  run.Answer("skip");
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(Gates, StopAtAGateFailsTheRunWithTheGatesReason) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan}));
  run.Begin();
  run.End("?plan", Gated(true, false, {"no SPEC.md"}));
  run.Answer("stop");
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("no SPEC.md"), std::string::npos);
}

TEST(Gates, EachEntryEvaluatesTheGateAnew) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan, Review("review", "plan")}));
  run.Begin();
  run.End("?plan", Gated(true, true));
  run.End("plan", Done());
  run.End("review", Revision());
  EXPECT_EQ(run.Flying(), Names{"?plan"});
}

TEST(Gates, AGateThatCouldNotBeEvaluatedIsTriedOnceMoreAndIsNoAttemptOfItsStage) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan}));
  run.Begin();
  run.End("?plan", Failed(ErrorClass::kUnknown));
  run.Fire();
  ASSERT_EQ(run.Flying(), Names{"?plan"});
  run.End("?plan", Gated(true, true));
  EXPECT_EQ(run.At("plan").attempt, 1);
}

TEST(Gates, AGateThatCannotBeEvaluatedTwiceFailsTheStage) {
  Stage plan = Agent("plan");
  plan.gate = "artifact SPEC.md";
  Driven run(Pipelines({plan}));
  run.Begin();
  run.End("?plan", Failed(ErrorClass::kUnknown));
  run.Fire();
  run.End("?plan", Failed(ErrorClass::kUnknown));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Gates, APanelBehindAGateThatNeededASecondTryOpensItsRound) {
  Stage panel = Panel("panel", Aggregate::kAllPass, {"a", "b"});
  panel.gate = "artifact SPEC.md";
  Driven run(Pipelines({panel}));
  run.Begin();
  run.End("?panel", Failed(ErrorClass::kUnknown));
  run.Fire();
  run.End("?panel", Gated(true, true));
  EXPECT_EQ(run.Flying(), (Names{"panel:a", "panel:b"}));
}

TEST(Checks, APassedCheckGoesOnAndAFailedOneSendsBack) {
  Driven run(Pipelines({Agent("build"), Check("test", "build"), Agent("after")}));
  run.Begin();
  run.End("build", Done());
  run.End("test", Checked(false, 3));
  ASSERT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(run.At("build").iteration, 2);
  run.End("build", Done());
  run.End("test", Checked(true));
  EXPECT_EQ(run.Memo("test").verdict, Verdict::kApproved);
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(Checks, AnAdvisoryCheckNeverSendsBack) {
  Driven run(Pipelines({Agent("build"), Check("test", "build", CheckMode::kAdvisory), Agent("after")}));
  run.Begin();
  run.End("build", Done());
  run.End("test", Checked(false, 3));
  EXPECT_EQ(run.Flying(), Names{"after"});
}

TEST(Checks, ADisabledCheckIsSkippedWithoutAUnit) {
  Driven run(Pipelines({Check("test", "", CheckMode::kDisabled), Agent("after")}));
  const Decision begun = run.Begin().Do(ControlKind::kPause);
  EXPECT_EQ(run.Flying(), Names{"after"});
  EXPECT_TRUE(run.Memo("test").skipped);
  EXPECT_EQ(run.state().units_started, 1);
}

TEST(Checks, ABlockingCheckWithNowhereToSendWorkFailsTheRun) {
  Driven run(Pipelines({Check("test")}));
  run.Begin();
  run.End("test", Checked(false, 1));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("`test` failed: "), std::string::npos);
}

TEST(Integrate, AMergeThatDoesNotGoThroughSendsBack) {
  Driven run(Pipelines({Agent("build"), Integrate("merge", "build")}));
  run.Begin();
  run.End("build", Done());
  run.End("merge", Checked(false, 1));
  ASSERT_EQ(run.Flying(), Names{"build"});
  run.End("build", Done());
  run.End("merge", Checked(true));
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Loops, FeedbackGoesToTheStageThatHasToChangeSomething) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan")}));
  run.Begin();
  run.End("plan", Done());
  const Decision revised = run.End("review", Revision(2, "name the files"));
  EXPECT_EQ(NoteOf(revised, "revision").data["failures"].AsInt(), 2);
  EXPECT_EQ(run.At("plan").note, "name the files");
  run.End("plan", Done());
  EXPECT_EQ(run.At("review").note, "");
  run.End("review", Approved());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Loops, WorkGoesBackNoMoreOftenThanTheCap) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 3)}));
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("plan", Done());
    run.End("review", Revision());
    ASSERT_EQ(run.Flying(), Names{"plan"});
  }
  run.End("plan", Done());
  const Decision last = run.End("review", Revision());
  EXPECT_EQ(NoteOf(last, "exhausted").data["then"].AsString(), "escalate");
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().options, (Names{"retry", "accept", "stop"}));
}

class Exhausted : public ::testing::Test {
 protected:
  static void Wear(Driven& run) {
    run.Begin();
    run.End("plan", Done());
    run.End("review", Revision(1, "still wrong"));
  }
};

TEST_F(Exhausted, EscalationRetriesOneRoundMore) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 1), Agent("build")}));
  Wear(run);
  run.Answer("retry", "look at the header");
  EXPECT_EQ(run.At("plan").note, "look at the header");
  run.End("plan", Done());
  run.End("review", Revision());
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
}

TEST_F(Exhausted, EscalationAcceptsWhichCountsAsApproval) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 1), Agent("build")}));
  Wear(run);
  run.Answer("accept");
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(Records(run.state(), kRunLane)["run"]["verdicts"]["review"].AsString(), "approved");
  EXPECT_EQ(run.At("build").note, "");
}

TEST_F(Exhausted, EscalationStops) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 1), Agent("build")}));
  Wear(run);
  run.Answer("stop");
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("still wrong"), std::string::npos);
}

TEST_F(Exhausted, AcceptGoesOnAsIfApproved) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 1, OnExhausted::kAccept), Agent("build")}));
  Wear(run);
  EXPECT_EQ(run.Flying(), Names{"build"});
  EXPECT_EQ(Records(run.state(), kRunLane)["run"]["verdicts"]["review"].AsString(), "approved");
}

TEST_F(Exhausted, BlockFailsTheRunAndRetryGivesOneRoundMore) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan", 1, OnExhausted::kBlock), Agent("build")}));
  Wear(run);
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().lane.phase, LanePhase::kBlocked);
  run.Do(ControlKind::kRetry);
  ASSERT_EQ(run.Flying(), Names{"plan"});
  run.End("plan", Done());
  run.End("review", Revision());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Loops, TheReviewThatSentWorkBackIsKnownToTheStageThatGetsIt) {
  Driven run(Pipelines({Agent("plan"), Agent("revise"), Check("form", "plan"), Review("audit", "revise")}));
  run.Begin();
  run.End("plan", Done());
  run.End("revise", Done());
  run.End("form", Checked(true));
  run.End("audit", Revision());
  ASSERT_EQ(run.Flying(), Names{"revise"});
  const Json verdicts = Records(run.state(), kRunLane)["run"]["verdicts"];
  EXPECT_EQ(verdicts["audit"].AsString(), "revision");
  EXPECT_FALSE(verdicts.Has("form")) << "what it passed is about to change";
  EXPECT_EQ(verdicts["plan"].AsString(), "n/a");
}

TEST(Loops, ConvergeEndsTheLoopWhenFailuresDoNotDecrease) {
  Stage review = Review("review", "plan", 10, OnExhausted::kBlock);
  review.converge = Converge::kDecreasing;
  Driven run(Pipelines({Agent("plan"), review}));
  run.Begin();
  for (std::int64_t failures : {5, 3}) {
    run.End("plan", Done());
    run.End("review", Revision(failures));
    ASSERT_EQ(run.Flying(), Names{"plan"});
  }
  run.End("plan", Done());
  run.End("review", Revision(3));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("3 failures, 3 the round before"), std::string::npos);
}

TEST(Loops, ARetryAfterNoProgressKeepsTheRoundsThatAreLeft) {
  Stage review = Review("review", "plan", 10, OnExhausted::kEscalate);
  review.converge = Converge::kDecreasing;
  Driven run(Pipelines({Agent("plan"), review}));
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("plan", Done());
    run.End("review", Revision(3));
  }
  ASSERT_EQ(run.Memo("review").rounds, 2);
  run.Answer("retry");
  EXPECT_EQ(run.Memo("review").rounds, 2) << "eight of ten are left";
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

// A check that failed with this score, for these reasons.
UnitOutcome Red(double score, const std::vector<std::string>& issues) {
  UnitOutcome outcome = Checked(false, static_cast<std::int64_t>(issues.size()));
  Json list = Json::MakeArray();
  for (const std::string& issue : issues) list.Append(issue);
  outcome.result = Json::MakeObject().Set("score", score).Set("issues", std::move(list));
  return outcome;
}

PipelineSet Judging(OnExhausted on_exhausted = OnExhausted::kEscalate) {
  Stage check = Check("verify", "repair");
  check.max_iterations = 10;
  check.converge = Converge::kAttempts;
  check.on_exhausted = on_exhausted;
  return Pipelines({Agent("repair"), check});
}

TEST(Stagnation, TheSameFailureTwiceGoesToAPersonNotToAThirdAttempt) {
  Driven run(Judging());
  run.Begin();
  run.End("repair", Done());
  run.End("verify", Red(0.5, {"a"}));
  ASSERT_EQ(run.Flying(), Names{"repair"});
  run.End("repair", Done());
  run.End("verify", Red(0.5, {"a"}));
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  run.Answer("retry");
  EXPECT_EQ(run.Flying(), Names{"repair"}) << "a person's word is a new beginning";
  run.End("repair", Done());
  run.End("verify", Red(0.5, {"a"}));
  EXPECT_EQ(run.Flying(), Names{"repair"});
}

TEST(Stagnation, AFailureThatComesBackIsACircle) {
  Driven run(Judging(OnExhausted::kBlock));
  run.Begin();
  for (const char* issue : {"a", "b"}) {
    run.End("repair", Done());
    run.End("verify", Red(issue[0] == 'a' ? 0.25 : 0.5, {issue}));
    ASSERT_EQ(run.Flying(), Names{"repair"}) << issue;
  }
  run.End("repair", Done());
  run.End("verify", Red(0.75, {"a"}));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("goes in circles"), std::string::npos) << run.state().reason;
}

TEST(Stagnation, WhatGetsBetterGoesOnThoughItFails) {
  Driven run(Judging());
  run.Begin();
  for (double score : {0.2, 0.4, 0.6, 0.8}) {
    run.End("repair", Done());
    run.End("verify", Red(score, {std::to_string(score)}));
    ASSERT_EQ(run.Flying(), Names{"repair"}) << score;
  }
  run.End("repair", Done());
  run.End("verify", Checked(true));
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Stagnation, OtherFailuresWithNoBetterScoreEndAtTheThird) {
  Driven run(Judging(OnExhausted::kBlock));
  run.Begin();
  for (const char* issue : {"a", "b"}) {
    run.End("repair", Done());
    run.End("verify", Red(0.5, {issue}));
    ASSERT_EQ(run.Flying(), Names{"repair"}) << issue;
  }
  run.End("repair", Done());
  run.End("verify", Red(0.5, {"c"}));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Stagnation, AMergeInConflictIsNoAttempt) {
  Stage merge = Integrate("merge", "rebase");
  merge.max_iterations = 10;
  merge.converge = Converge::kAttempts;
  Driven run(Pipelines({Agent("rebase"), merge}));
  run.Begin();
  for (int i = 0; i < 4; ++i) {
    run.End("rebase", Done());
    run.End("merge", Checked(false, 1));
    ASSERT_EQ(run.Flying(), Names{"rebase"});
  }
}

TEST(Loops, AnApprovalEndsTheCountOfConverge) {
  Stage form = Review("form", "plan", 10, OnExhausted::kBlock);
  form.converge = Converge::kDecreasing;
  Driven run(Pipelines({Agent("plan"), form, Review("audit", "plan")}));
  run.Begin();
  run.End("plan", Done());
  run.End("form", Revision(2));
  run.End("plan", Done());
  run.End("form", Approved());
  run.End("audit", Revision());
  run.End("plan", Done());
  run.End("form", Revision(4));
  EXPECT_EQ(run.Flying(), Names{"plan"}) << "four failures of a new plan are no step back from the old one's two";
}

TEST(Retries, RemediesAddUpAndEndWithTheEntry) {
  Driven run(Pipelines({Agent("plan"), Review("review", "plan")}));
  run.Begin();
  EXPECT_TRUE(run.At("plan").remedies.empty());
  run.End("plan", Failed(ErrorClass::kContextOverflow));
  EXPECT_EQ(run.At("plan").remedies.tiers_up, 1);
  run.End("plan", Failed(ErrorClass::kContextOverflow));
  EXPECT_EQ(run.At("plan").remedies.tiers_up, 2);
  run.End("plan", Done());
  EXPECT_TRUE(run.At("review").remedies.empty());
  run.End("review", Revision());
  EXPECT_TRUE(run.At("plan").remedies.empty()) << "a new entry begins as small as the first";
}

TEST(Verdicts, AMalformedVerdictIsAskedForOnceMoreAndIsNeverAnApproval) {
  Driven run(Pipelines({Review("review")}));
  run.Begin();
  const Decision retried = run.End("review", Malformed());
  EXPECT_EQ(NoteOf(retried, "retry").data["class"].AsString(), "malformed");
  ASSERT_EQ(run.Flying(), Names{"review"});
  EXPECT_EQ(run.At("review").attempt, 2);
  EXPECT_EQ(run.At("review").note, "the verdict cannot be read");
  run.End("review", Malformed());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, "malformed: the verdict cannot be read");
}

TEST(Verdicts, AReviewWithoutAnyVerdictIsMalformed) {
  Driven run(Pipelines({Review("review")}));
  run.Begin();
  run.End("review", Done());
  EXPECT_EQ(run.Flying(), Names{"review"});
  EXPECT_EQ(run.At("review").attempt, 2);
}

TEST(Retries, ANetworkErrorBacksOffAndCountsAttemptsUpToTheStages) {
  Stage plan = Agent("plan");
  plan.retry = 2;
  Driven run(Pipelines({plan}));
  run.Begin();
  for (int attempt = 2; attempt <= 3; ++attempt) {
    run.End("plan", Failed(ErrorClass::kNetwork));
    EXPECT_TRUE(run.Flying().empty());
    EXPECT_GE(run.Fire(), 3000 * (attempt - 1));
    EXPECT_EQ(run.At("plan").attempt, attempt);
    EXPECT_EQ(run.At("plan").iteration, 1);
    EXPECT_EQ(run.At("plan").note, "it broke");
  }
  run.End("plan", Failed(ErrorClass::kNetwork));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, "network: it broke");
}

TEST(Retries, APermanentErrorFailsAtOnce) {
  for (ErrorClass error :
       {ErrorClass::kPermanent, ErrorClass::kTooling, ErrorClass::kExternal, ErrorClass::kCancelled}) {
    Driven run(Pipelines({Agent("plan")}));
    run.Begin();
    run.End("plan", Failed(error));
    EXPECT_EQ(run.status(), RunStatus::kFailed) << Name(error);
  }
}

TEST(Retries, TheProvidersWordOnWhenIsKept) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  run.End("plan", Failed(ErrorClass::kRateLimit, TimePoint{run.now + 77'000}));
  ASSERT_EQ(run.state().timers.size(), 1u);
  EXPECT_EQ(run.state().timers.begin()->second.due.ms, run.now - 1 + 77'000);
}

TEST(Retries, AQuotaIsWaitedForAndIsNoAttempt) {
  Stage plan = Agent("plan");
  plan.retry = 0;
  Driven run(Pipelines({plan}));
  run.Begin();
  for (int i = 0; i < 5; ++i) {
    run.End("plan", Failed(ErrorClass::kQuota));
    run.Fire();
    EXPECT_EQ(run.At("plan").attempt, 1);
  }
  run.End("plan", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Retries, AQuotaIsNotWaitedForForEver) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  for (int i = 0; i < 100; ++i) {
    run.End("plan", Failed(ErrorClass::kQuota));
    ASSERT_EQ(run.status(), RunStatus::kActive) << i;
    run.Fire();
  }
  run.End("plan", Failed(ErrorClass::kQuota));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Retries, AShortageOfTheMachineCostsNoAttemptHoweverLongItLasts) {
  Stage plan = Agent("plan");
  plan.retry = 0;
  Driven run(Pipelines({plan}));
  run.Begin();
  for (int i = 0; i < 300; ++i) {
    run.End("plan", Failed(ErrorClass::kMachine));
    ASSERT_EQ(run.status(), RunStatus::kActive) << i;
    run.Fire();
    EXPECT_EQ(run.At("plan").attempt, 1);
    EXPECT_EQ(run.At("plan").note, "") << "an agent can do nothing about it";
  }
  EXPECT_EQ(run.state().units_started, 1) << "nor does it use up the limit of units";
  run.End("plan", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Retries, ATimerThatIsGoneIsRefused) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  EXPECT_EQ(run.Refused(TimerFired{1}), "no such timer");
}

TEST(Retries, AStoppedUnitIsNoAttempt) {
  Driven run(Pipelines({Agent("plan")}));
  run.Begin();
  const UnitId first = run.At("plan").id;
  EXPECT_TRUE(Stops(run.Do(ControlKind::kStop), first));
  run.End("plan", Stopped());
  EXPECT_EQ(run.status(), RunStatus::kPaused);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.At("plan").attempt, 1);
  EXPECT_NE(run.At("plan").id, first);
}

TEST(Artifacts, OutcomesLeaveArtifactsResultsAndSnapshots) {
  Driven run(Pipelines({Agent("plan"), Agent("build")}));
  run.Begin();
  UnitOutcome outcome = Done("planned");
  outcome.artifacts = {{"PLAN.md", "abc", 12}};
  outcome.result = Json::MakeObject().Set("status", "ok");
  outcome.snapshot = "c0ffee";
  run.End("plan", outcome);
  EXPECT_EQ(run.state().artifacts.at("PLAN.md").sha256, "abc");
  EXPECT_EQ(run.state().lane.snapshot, "c0ffee");
  const Json records = Records(run.state(), kRunLane);
  EXPECT_EQ(records.FindPath("run.results.plan.status")->AsString(), "ok");
  EXPECT_EQ(records["run"]["verdicts"]["plan"].AsString(), "n/a");
  EXPECT_FALSE(records["run"]["verdicts"].Has("build"));
}

}  // namespace
}  // namespace forge::testing
