// A debate that does not stop its run: what it cannot settle stays open.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"
#include "model/dialectic.h"

namespace forge::testing {
namespace {

UnitOutcome InDebate(UnitOutcome outcome, std::string_view result) {
  outcome.result = ParseJson(result).value();
  return outcome;
}

UnitOutcome GivesUp(std::string why) {
  UnitOutcome outcome = Failed(ErrorClass::kPermanent);
  outcome.error = std::move(why);
  return outcome;
}

constexpr const char* kObjects =
    R"({"objections": [{"id": "R1", "title": "no lock", "severity": "high", "file": "a.cc"}, {"id": "R2", "title": "slow", "severity": "low"}]})";
constexpr const char* kConcedesOne =
    R"({"answers": [{"id": "R1", "answer": "concede"}, {"id": "R2", "answer": "defend"}]})";
constexpr const char* kDefends = R"({"answers": [{"id": "R1", "answer": "defend"}, {"id": "R2", "answer": "defend"}]})";
constexpr const char* kKeepsAll =
    R"({"objections": [{"id": "R1", "position": "kept"}, {"id": "R2", "position": "kept"}]})";

// plan, fix (only when the debate asks), debate, close.
PipelineSet Debated(AsksOpen asks = AsksOpen::kDefer) {
  Stage debate = Panel("debate", Aggregate::kDialectic, {"challenge", "defence", "rebuttal"}, "fix");
  debate.members[1].after = {"challenge"};
  debate.members[2].after = {"challenge", "defence"};
  debate.result = true;
  debate.stops_early = true;
  debate.on_failure = OnFailure::kOpen;
  debate.asks_open = asks;
  return Pipelines({Agent("fix"), debate, Agent("close")});
}

void Begin(Driven& run, int rules = kRules) {
  run.start.rules = rules;
  run.Begin();
  run.End("fix", Done());
}

std::string AcceptedOf(const Driven& run) {
  return run.state().accepted.empty() ? ""
                                      : run.state().accepted.back().stage + ": " + run.state().accepted.back().what;
}

TEST(OpenDebate, WithoutAChallengeTheRunGoesOnAndSaysSo) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", GivesUp("no login"));
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
  EXPECT_EQ(AcceptedOf(run), "debate: `challenge` gave no usable answer, so nothing was challenged: no login");
}

TEST(OpenDebate, WithoutADefenceEveryObjectionStaysOpen) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", InDebate(Revision(), kObjects));
  run.End("debate:defence", GivesUp("no login"));
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"}) << "there is no answer to rebut";
  EXPECT_EQ(run.state().lane.memos[1].result["open"].AsInt(), 2);
  EXPECT_NE(AcceptedOf(run).find("`defence` gave no usable answer, so what it was to answer stays open"),
            std::string::npos);
}

TEST(OpenDebate, WithoutARebuttalWhatWasConcededIsFixed) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", InDebate(Revision(), kObjects));
  run.End("debate:defence", InDebate(Revision(), kConcedesOne));
  run.End("debate:rebuttal", GivesUp("no login"));
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"fix"});
}

TEST(OpenDebate, AFixThatFailsLeavesItsObjectionsOpenAndTheRunGoesOn) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", InDebate(Revision(), kObjects));
  run.End("debate:defence", InDebate(Revision(), kConcedesOne));
  run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
  ASSERT_EQ(run.Flying(), std::vector<std::string>{"fix"});
  run.End("fix", GivesUp("no login"));
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
  EXPECT_EQ(run.state().lane.memos[1].result[kFixFailed].AsString(), "`fix` failed: no login");
  EXPECT_EQ(AcceptedOf(run), "debate: `fix` failed, so what it was to fix stays open: no login");
}

TEST(OpenDebate, AFixThatIsBlockedIsLeftToTheTriageToo) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", InDebate(Revision(), kObjects));
  run.End("debate:defence", InDebate(Revision(), kConcedesOne));
  run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
  UnitOutcome blocked = Failed(ErrorClass::kExternal);
  blocked.error = "the agent says it is blocked: which lock?";
  blocked.reasons = {"which lock?"};
  run.End("fix", blocked);
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
  EXPECT_TRUE(run.state().open.empty());
  EXPECT_NE(AcceptedOf(run).find("which lock?"), std::string::npos);
}

TEST(OpenDebate, TheWorkItselfStillFailsTheRun) {
  Driven run(Debated());
  run.start.rules = kRules;
  run.Begin();
  run.End("fix", GivesUp("no login"));
  EXPECT_EQ(run.status(), RunStatus::kFailed) << "no debate has asked it for anything";
}

TEST(OpenDebate, APersonIsAskedAboutOpenObjectionsWhereTheSettingSaysSo) {
  for (const char* answer : {"fix", "accept"}) {
    Driven run(Debated(AsksOpen::kPause));
    Begin(run);
    run.End("debate:challenge", InDebate(Revision(), kObjects));
    run.End("debate:defence", InDebate(Approved(), kDefends));
    run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
    ASSERT_EQ(run.state().open.size(), 1U);
    const Question& question = run.state().questions.at(*run.state().open.begin());
    EXPECT_EQ(question.options, (std::vector<std::string>{"fix", "accept", "stop"}));
    EXPECT_NE(question.text.find("R1, high: no lock (a.cc)\nR2, low: slow"), std::string::npos) << question.text;
    run.Answer(answer);
    EXPECT_EQ(run.Flying(), std::vector<std::string>{answer == std::string("fix") ? "fix" : "close"});
    EXPECT_EQ(run.state().lane.memos[1].sent_back, answer == std::string("fix"));
  }
}

TEST(OpenDebate, APersonIsAskedWhenWhoWasToFixFails) {
  for (const int rules : {12, kRules}) {
    Driven run(Debated(AsksOpen::kPause));
    Begin(run, rules);
    run.End("debate:challenge", InDebate(Revision(), kObjects));
    run.End("debate:defence", InDebate(Revision(), kConcedesOne));
    run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
    run.End("fix", GivesUp("no login"));
    if (rules < 13) {
      EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
      continue;
    }
    ASSERT_EQ(run.state().open.size(), 1U);
    const Question& question = run.state().questions.at(*run.state().open.begin());
    EXPECT_EQ(question.options, (std::vector<std::string>{"fix", "accept", "stop"}));
    EXPECT_NE(question.text.find("R1, high: no lock (a.cc)\nR2, low: slow"), std::string::npos) << question.text;
    run.Answer("fix");
    ASSERT_EQ(run.Flying(), std::vector<std::string>{"fix"});
    run.End("fix", GivesUp("still no login"));
    run.Answer("accept");
    EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
    EXPECT_EQ(run.state().lane.memos[1].result[kFixFailed].AsString(), "`fix` failed: still no login");
  }
}

TEST(OpenDebate, APersonIsAskedWhenTheRoundsAreUsedUp) {
  for (const int rules : {12, kRules}) {
    PipelineSet set = Debated(AsksOpen::kPause);
    set.pipelines[0].stages[1].max_iterations = 1;
    set.pipelines[0].stages[1].on_exhausted = OnExhausted::kAccept;
    Driven run(std::move(set));
    Begin(run, rules);
    run.End("debate:challenge", InDebate(Revision(), kObjects));
    run.End("debate:defence", InDebate(Revision(), kConcedesOne));
    run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
    if (rules < 13) {
      EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
      continue;
    }
    ASSERT_EQ(run.state().open.size(), 1U);
    EXPECT_NE(run.state().questions.at(*run.state().open.begin()).text.find("R1, high: no lock"), std::string::npos);
    run.Answer("fix");
    EXPECT_EQ(run.Flying(), std::vector<std::string>{"fix"});
  }
}

TEST(OpenDebate, WhatIsOpenIsLeftToTheTriageElse) {
  Driven run(Debated());
  Begin(run);
  run.End("debate:challenge", InDebate(Revision(), kObjects));
  run.End("debate:defence", InDebate(Approved(), kDefends));
  run.End("debate:rebuttal", InDebate(Approved(), kKeepsAll));
  EXPECT_EQ(run.Flying(), std::vector<std::string>{"close"});
}

TEST(ReviewMode, AnAdvisoryReviewStopsNothingAndADisabledOneIsNotAsked) {
  for (const CheckMode mode : {CheckMode::kBlocking, CheckMode::kAdvisory, CheckMode::kDisabled}) {
    Stage review = Review("review", "plan");
    review.mode = mode;
    Driven run(Pipelines({Agent("plan"), review, Agent("build")}));
    run.start.rules = kRules;
    run.Begin();
    run.End("plan", Done());
    if (mode != CheckMode::kDisabled) {
      ASSERT_EQ(run.Flying(), std::vector<std::string>{"review"});
      run.End("review", Revision(2));
    }
    EXPECT_EQ(run.Flying(), std::vector<std::string>{mode == CheckMode::kBlocking ? "plan" : "build"});
    if (mode == CheckMode::kBlocking) continue;
    EXPECT_EQ(run.state().lane.memos[1].verdict, Verdict::kApproved) << "what waits for its approval goes on";
  }
}

}  // namespace
}  // namespace forge::testing
