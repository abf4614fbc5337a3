// Steps with a checkpoint, agents that say they are blocked, and failures that are let through.
#include <gtest/gtest.h>

#include "engine/extension.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PlanRef Looked() {
  StepSpec first = Step("s0");
  first.checkpoint = true;
  return Plan("h", {first, Step("s1", {"s0"}), Step("s2")});
}

PipelineSet Worked() { return Pipelines({Each("build", 2)}, {Agent("work"), Check("verify", "work")}); }

UnitOutcome Committed(const std::string& commit) {
  UnitOutcome outcome = Done();
  outcome.snapshot = commit;
  return outcome;
}

void GoThrough(Driven& run, const std::string& step) {
  run.End(step + "/work", Committed("c1"));
  run.End(step + "/verify", Checked(true));
}

TEST(Checkpoint, DependentsWaitUntilAPersonHasLookedAndOthersGoOn) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kCheckpoint);
  EXPECT_EQ(run.TheQuestion().options, (Names{"yes", "modify", "no"}));
  EXPECT_EQ(run.TheQuestion().hash, "c1") << "bound to what is shown";
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
  EXPECT_EQ(run.Flying(), Names{"s2/work"});
  run.Answer("yes");
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  EXPECT_EQ(run.Flying(), (Names{"s2/work", "s1/work"}));
}

TEST(Checkpoint, ModifySendsTheStepBackWithTheWordsAndAsksAgain) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  run.Answer("modify", "name it greet");
  EXPECT_EQ(run.At("s0/work").note, "name it greet");
  run.End("s0/work", Committed("c2"));
  run.End("s0/verify", Checked(true));
  EXPECT_EQ(run.TheQuestion().hash, "c2");
  EXPECT_FALSE(run.Flies("s1/work"));
}

TEST(Checkpoint, NoBlocksTheStep) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  run.Answer("no");
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_FALSE(run.Flies("s1/work"));
}

TEST(Checkpoint, AnUnattendedRunPassesItOverAndSaysSo) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.start.attended = false;
  run.Begin();
  run.End("s0/work", Committed("c1"));
  EXPECT_TRUE(Said(run.End("s0/verify", Checked(true)), "checkpoint-passed-over"));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  EXPECT_EQ(run.state().questions.begin()->second.status, QuestionStatus::kDeferred);
  EXPECT_TRUE(run.Flies("s1/work"));
}

TEST(Checkpoint, OneThatIsOpenIsPassedOverWhenNoPersonAttendsAnyMore) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
  EXPECT_TRUE(Said(run.Do(ControlKind::kAuto), "checkpoint-passed-over"));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  EXPECT_TRUE(run.Flies("s1/work"));
}

TEST(Checkpoint, OfAStepThatAPersonHasOpenIsNotPassedOver) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  StepTaken taken;
  taken.step = StepId{"s0"};
  taken.holder = {7, 1, "boot", "here", ""};
  run.Take(taken);
  EXPECT_FALSE(Said(run.Do(ControlKind::kAuto), "checkpoint-passed-over"));
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
  StepGivenBack back;
  back.step = taken.step;
  back.holder = taken.holder;
  back.as = GiveBack::kHandBack;
  back.note = "mind the gap";
  back.snapshot = "c9";
  back.work = "work";
  run.Take(back);
  EXPECT_EQ(run.At("s0/work").note, std::string(kHandedBack) + "mind the gap");
  run.End("s0/work", Committed("c10"));
  EXPECT_TRUE(Said(run.End("s0/verify", Checked(true)), "checkpoint-passed-over")) << "nobody has it open any more";
}

TEST(Checkpoint, OfAStepThatWasOpenedIsPassedOverAfterItIsGivenBackAsItWas) {
  Driven run(Worked(), Looked());
  run.start.rules = kRules;
  run.Begin();
  GoThrough(run, "s0");
  StepTaken taken;
  taken.step = StepId{"s0"};
  taken.holder = {7, 1, "boot", "here", ""};
  run.Take(taken);
  run.Do(ControlKind::kAuto);
  StepGivenBack back;
  back.step = taken.step;
  back.holder = taken.holder;
  back.as = GiveBack::kAsItWas;
  run.Take(back);
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting) << "the question is still there for a person";
  EXPECT_TRUE(Said(run.Do(ControlKind::kAuto), "checkpoint-passed-over"));
}

// Who worked on it by hand meanwhile must not be told that the work was taken.
TEST(Checkpoint, OfAStepThatWasAnsweredWhileItWasOpenTakesNoWork) {
  for (const int rules : {7, kRules}) {
    Driven run(Worked(), Looked());
    run.start.rules = rules;
    run.Begin();
    GoThrough(run, "s0");
    StepTaken taken;
    taken.step = StepId{"s0"};
    taken.holder = {7, 1, "boot", "here", ""};
    run.Take(taken);
    run.Answer("yes");
    StepGivenBack back;
    back.step = taken.step;
    back.holder = taken.holder;
    back.as = GiveBack::kDone;
    back.snapshot = "c9";
    if (rules < 8) {
      run.Take(back);
      continue;
    }
    EXPECT_EQ(run.Refused(back), "step `s0` is done since you opened it");
    back.as = GiveBack::kAsItWas;
    run.Take(back);
    EXPECT_TRUE(run.state().holds.empty());
  }
}

TEST(Checkpoint, AJournalOfBeforeFoldsWithoutIt) {
  Driven run(Worked(), Looked());
  run.Begin();
  GoThrough(run, "s0");
  EXPECT_TRUE(run.Open().empty());
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
}

UnitOutcome BlockedBy(const std::string& words) {
  UnitOutcome outcome = Failed(ErrorClass::kExternal);
  outcome.error = "the agent says it is blocked: " + words;
  outcome.reasons = {words};
  return outcome;
}

TEST(Blocked, TheAgentsWordsAreTheQuestionAndTheAnswerGoesIntoTheRetry) {
  Driven run(Pipelines({Agent("work"), Agent("next")}));
  run.Begin();
  run.End("work", BlockedBy("which port?"));
  EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kEscalation);
  EXPECT_EQ(run.TheQuestion().text, "the agent says it is blocked: which port?") << "not twice";
  run.Answer("retry", "8080");
  EXPECT_EQ(run.At("work").note, "8080");
  EXPECT_EQ(run.At("work").attempt, 1) << "a question is no attempt";
  run.End("work", BlockedBy("and which host?"));
  run.Answer("stop");
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Blocked, AProviderThatLacksSomethingStillFailsTheRun) {
  Driven run(Pipelines({Agent("work")}));
  run.Begin();
  run.End("work", Failed(ErrorClass::kExternal));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

UnitOutcome FailedTests() {
  UnitOutcome outcome = Checked(false, 1);
  outcome.summary = "make test (exit 2)";
  outcome.result = *ParseJson(R"({"results":[{"command":"make test","exit_code":2,"passed":false,"tail":"FAIL: adds"}],
    "issues":["make test: 2 a3b56d25703d0827"]})");
  return outcome;
}

PipelineSet OneCheck(int rounds) {
  Stage verify = Check("verify", "work");
  verify.max_iterations = rounds;
  return Pipelines({Agent("work"), verify, Agent("after")});
}

TEST(Accepted, TheQuestionShowsTheLastLinesAndTheEndNamesWhatWasAccepted) {
  Driven run(OneCheck(1));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Done());
  run.End("verify", FailedTests());
  EXPECT_EQ(run.TheQuestion().text, "`make test` still fails after 1 attempts\n$ make test (exit 2)\nFAIL: adds");
  EXPECT_TRUE(Said(run.Answer("accept"), "accepted"));
  ASSERT_EQ(run.state().accepted.size(), 1U);
  EXPECT_EQ(run.state().accepted[0].what, "make test (exit 2)");
  run.End("after", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_EQ(run.state().reason, "accepted although it failed: verify: make test (exit 2)");
}

TEST(Accepted, ACheckThatPassesLaterIsForgotten) {
  Stage review = Review("review", "work", 2);
  Stage verify = Check("verify", "work");
  verify.max_iterations = 1;
  Driven run(Pipelines({Agent("work"), verify, review}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Done());
  run.End("verify", FailedTests());
  run.Answer("accept");
  run.End("review", Revision());
  run.End("work", Done());
  run.End("verify", Checked(true));
  EXPECT_TRUE(run.state().accepted.empty());
}

TEST(Advisory, SaysWhatItFoundAndGoesOn) {
  Driven run(Pipelines({Check("lint", "", CheckMode::kAdvisory), Agent("after")}));
  run.Begin();
  const Decision decision = run.End("lint", FailedTests());
  EXPECT_EQ(NoteOf(decision, "approved").data["advisory"].AsInt(), 1);
  EXPECT_EQ(NoteOf(decision, "approved").data["summary"].AsString(), "make test (exit 2)");
  EXPECT_TRUE(run.Flies("after"));
  EXPECT_TRUE(run.state().accepted.empty());
}

TEST(Accepted, ACheckThatIsSkippedWhileItRunsCounts) {
  Driven run(Pipelines({Agent("work"), Check("verify", "work"), Agent("after")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Done());
  run.Do(ControlKind::kSkip);
  EXPECT_TRUE(Said(run.End("verify", Stopped()), "accepted"));
  run.End("after", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_EQ(run.state().reason, "accepted although it failed: verify: skipped by a person");
}

TEST(Accepted, WhatTheRunOfAStepLetThroughCountsForItsParent) {
  Driven run(Pipelines({EachRun("slices")}), LoosePlan("h", 2));
  run.start.rules = kRules;
  run.Begin();
  UnitOutcome child = Done();
  const Json failure = Json::MakeObject().Set("stage", "run 2 verify").Set("what", "make (exit 2)").Set("by", "ann");
  child.result = Json::MakeObject().Set("accepted", Json::MakeArray().Append(failure));
  run.End("s0/slices", child);
  ASSERT_EQ(run.state().accepted.size(), 1U);
  EXPECT_EQ(run.state().accepted[0].by, "ann");
  run.End("s1/slices", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_EQ(run.state().reason, "accepted although it failed: s0 run 2 verify: make (exit 2)");
}

TEST(RepairOfTheRun, CountsTheRoundsOfACheckOfTheRunToo) {
  Stage verify = Check("verify", "work");
  verify.repair = 1;
  for (const int rules : {0, kRules}) {
    Driven run(Pipelines({Agent("work"), verify}));
    run.start.rules = rules;
    run.Begin();
    for (int round = 1; round <= 2; ++round) {
      run.End("work", Done());
      run.End("verify", FailedTests());
    }
    EXPECT_EQ(run.Open().size(), rules == 0 ? 0U : 1U) << "a journal of before has max_iterations";
  }
}

TEST(Extension, TakesAmountsOfTheLimitThatIsReached) {
  Driven run(Pipelines({Agent("a"), Agent("b")}));
  run.start.rules = kRules;
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(10));
  const auto wrong = [&](const std::string& comment) {
    const Status status = CheckExtension(run.state(), comment, TimePoint{run.now});
    return status ? "" : status.error().message;
  };
  EXPECT_EQ(wrong(""), "");
  EXPECT_EQ(wrong("2"), "");
  EXPECT_EQ(wrong("$2"), "");
  EXPECT_EQ(wrong("a dollar"), "`a dollar` is not an amount");
  EXPECT_EQ(wrong("50k tokens"), "`50k tokens` does not fit: the limit that is reached is in dollars");
  EXPECT_EQ(wrong("2k"), "`2k` does not fit: the limit that is reached is in dollars");
  run.Answer("extend", "$2");
  EXPECT_EQ(run.state().limit.usd, 12);
}

TEST(Extension, RefusesWhatAddsNothing) {
  Driven run(Pipelines({Agent("a"), Agent("b")}));
  run.start.rules = kRules;
  run.start.budget.units = 1;
  run.Begin();
  run.End("a", Done());
  EXPECT_FALSE(CheckExtension(run.state(), "0.4", TimePoint{run.now}));
  EXPECT_TRUE(CheckExtension(run.state(), "1", TimePoint{run.now}));
}

TEST(Extension, OfAnOlderRunRefusesWhatItWouldNotAdd) {
  Driven run(Pipelines({Agent("a"), Agent("b")}));
  run.start.budget.usd = 10;
  run.Begin();
  run.End("a", Costs(10));
  EXPECT_FALSE(CheckExtension(run.state(), "$2", TimePoint{run.now}));
  EXPECT_TRUE(CheckExtension(run.state(), "2", TimePoint{run.now}));
  run.Answer("extend", "2");
  EXPECT_EQ(run.state().limit.usd, 12);
}

}  // namespace
}  // namespace forge::testing
