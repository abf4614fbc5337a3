// What a run does not ask for: members that have nothing to say, people who cannot help, lessons that were not learnt.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

UnitOutcome Saying(UnitOutcome outcome, const char* result) {
  outcome.result = ParseJson(result).value();
  return outcome;
}

Stage Gates(AsksAgain asks_again) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "second"}, "plan");
  panel.members[2].after = {"a", "b"};
  panel.asks_again = asks_again;
  return panel;
}

TEST(AsksAgain, InARoundOfItsOwnAPanelAsksOnlyWhoWantedChanges) {
  Driven run(Pipelines({Agent("plan"), Gates(AsksAgain::kUnconvinced), Agent("build")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("gates:second", Approved());
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), Names{"gates:b"}) << "the others approved, and were not the reason for the change";
  run.End("gates:b", Approved());
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(AsksAgain, WhoseWorkASecondRoundStillRejectsIsAskedAThirdTime) {
  Driven run(Pipelines({Agent("plan"), Gates(AsksAgain::kUnconvinced), Agent("build")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Revision());
  run.End("gates:b", Revision());
  run.End("gates:second", Approved());
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("plan", Planned(LoosePlan("h3", 1)));
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
}

TEST(AsksAgain, OneMemberChecksWhatAllAskedFor) {
  Driven run(Pipelines({Agent("plan"), Gates(AsksAgain::kOne), Agent("build")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Revision());
  run.End("gates:b", Revision());
  run.End("gates:second", Approved());
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), Names{"gates:b"}) << "the last that wanted changes";
  const Decision again = run.End("gates:b", Revision());
  EXPECT_EQ(NoteOf(again, "revision").data["summary"].AsString(),
            "1 of 3 members ask for changes (1 not asked in this round)");
  run.End("plan", Planned(LoosePlan("h3", 1)));
  EXPECT_EQ(run.Flying(), Names{"gates:b"}) << "it still speaks for `a`";
  run.End("gates:b", Approved());
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(AsksAgain, OneMemberDoesNotStandForAllWhenAPersonChangedThePlan) {
  Stage ask = Ask("approve", "plan");
  ask.on_revision = "plan";
  Driven run(Pipelines({Agent("plan"), Gates(AsksAgain::kOne), ask}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Revision());
  run.End("gates:b", Approved());
  run.End("gates:second", Revision());
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), Names{"gates:a"}) << "`second` is asked what others missed";
  run.End("gates:a", Approved());
  run.Answer("modify", "smaller");
  run.End("plan", Planned(LoosePlan("h3", 1)));
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

TEST(AsksAgain, WorkThatAnotherStageSentBackIsJudgedByAll) {
  Stage ask = Ask("approve", "plan");
  ask.on_revision = "plan";
  Driven run(Pipelines({Agent("plan"), Gates(AsksAgain::kUnconvinced), ask}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Approved());
  run.End("gates:b", Approved());
  run.End("gates:second", Approved());
  run.Answer("modify", "smaller");
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

TEST(AsksAgain, ALensWhoseFindingMustBeFixedLooksAgainThoughItApproved) {
  Stage panel = Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan");
  panel.result = true;
  panel.asks_again = AsksAgain::kUnconvinced;
  Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("lenses:a", Saying(Approved(), R"({"findings":[{"file":"x","severity":"high","category":"schema-drift"}]})"));
  run.End("lenses:b", Saying(Revision(), R"({"findings":[{"file":"y","line":3,"text":"q"}]})"));
  run.End("lenses:c", Saying(Approved(), R"({"findings":[{"file":"z","line":3,"text":"advice"}]})"));
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), (Names{"lenses:a", "lenses:b"}));
  run.End("lenses:a", Saying(Approved(), R"({"findings":[]})"));
  run.End("lenses:b", Saying(Approved(), R"({"findings":[]})"));
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(AsksAgain, ALensThatOnlyRemarksWhereAnotherWantsAChangeIsNotAskedAgain) {
  for (const int rules : {4, kRules}) {
    Stage panel = Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan");
    panel.result = true;
    panel.asks_again = AsksAgain::kUnconvinced;
    Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
    run.start.rules = rules;
    run.Begin();
    run.End("plan", Planned(LoosePlan("h1", 1)));
    run.End("lenses:a",
            Saying(Revision(), R"({"findings":[{"file":"x","line":15,"severity":"high","text":"wrong"}]})"));
    run.End("lenses:b", Saying(Approved(), R"({"findings":[{"file":"x","line":13,"severity":"low","text":"odd"}]})"));
    run.End("lenses:c", Saying(Approved(), R"({"findings":[]})"));
    run.End("plan", Planned(LoosePlan("h2", 1)));
    EXPECT_EQ(run.Flying(), rules < 5 ? (Names{"lenses:a", "lenses:b"}) : Names{"lenses:a"}) << rules;
  }
}

TEST(AsksAgain, AMemberKnowsWhatItSawLast) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b"}, "fix");
  panel.asks_again = AsksAgain::kUnconvinced;
  Driven run(Pipelines({Agent("fix"), panel}));
  run.Begin();
  UnitOutcome first = Done();
  first.snapshot = "c1";
  run.End("fix", first);
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  UnitOutcome second = Done();
  second.snapshot = "c2";
  run.End("fix", second);
  const MemberMemo& asked = run.Memo("gates").members[1];
  EXPECT_EQ(asked.saw_last, "c1");
  EXPECT_EQ(asked.saw, "c2");
}

TEST(AsksAgain, AMemberThatGaveNoAnswerHasSeenNothing) {
  Stage panel = Panel("gates", Aggregate::kLenses, {"a", "b", "c"}, "fix");
  Driven run(Pipelines({Agent("fix"), panel}));
  run.Begin();
  UnitOutcome first = Done();
  first.snapshot = "c1";
  run.End("fix", first);
  run.End("gates:a", Revision());
  run.End("gates:b", Revision());
  run.End("gates:c", Failed(ErrorClass::kPermanent));
  UnitOutcome second = Done();
  second.snapshot = "c2";
  run.End("fix", second);
  EXPECT_EQ(run.Memo("gates").members[1].saw_last, "c1");
  EXPECT_EQ(run.Memo("gates").members[2].saw_last, "");
}

Stage Debate() {
  Stage panel = Panel("debate", Aggregate::kDialectic, {"challenge", "defence", "rebuttal"}, "plan");
  panel.result = true;
  panel.stops_early = true;
  panel.members[1].after = {"challenge"};
  panel.members[2].after = {"challenge", "defence"};
  return panel;
}

TEST(Debates, EndWhenThereIsNoObjection) {
  Driven run(Pipelines({Agent("plan"), Debate(), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  const Decision last = run.End("debate:challenge", Saying(Approved(), R"({"objections":[]})"));
  EXPECT_TRUE(Said(last, "member-unasked"));
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(Debates, EndWhenTheChallengerApprovesAndOnlyRemarks) {
  const char* const remarks = R"({"objections":[{"id":"R1","severity":"low"},{"id":"R2","severity":"low"}]})";
  Driven run(Pipelines({Agent("plan"), Debate(), Agent("build")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("plan", Done());
  EXPECT_TRUE(Said(run.End("debate:challenge", Saying(Approved(), remarks)), "member-unasked"));
  EXPECT_EQ(run.Flying(), Names{"build"});
  for (const bool older : {true, false}) {
    Driven asks(Pipelines({Agent("plan"), Debate(), Agent("build")}));
    asks.start.rules = older ? 1 : kRules;
    asks.Begin();
    asks.End("plan", Done());
    asks.End("debate:challenge", Saying(older ? Approved() : Revision(), remarks));
    EXPECT_EQ(asks.Flying(), Names{"debate:defence"})
        << "who asks for changes is answered; an older run goes on as it was";
  }
}

TEST(Debates, EndWhenEverythingIsConceded) {
  Driven run(Pipelines({Agent("plan"), Debate(), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("debate:challenge", Saying(Revision(), R"({"objections":[{"id":"R1"},{"id":"R2"}]})"));
  EXPECT_EQ(run.Flying(), Names{"debate:defence"});
  run.End("debate:defence",
          Saying(Done(), R"({"answers":[{"id":"R1","answer":"concede"},{"id":"R2","answer":"concede"}]})"));
  EXPECT_EQ(run.Flying(), Names{"plan"}) << "conceded is to be fixed; there is nothing to rebut";
}

TEST(Debates, GoOnWhileOneObjectionIsDefended) {
  Driven run(Pipelines({Agent("plan"), Debate(), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("debate:challenge", Saying(Revision(), R"({"objections":[{"id":"R1"},{"id":"R2"}]})"));
  run.End("debate:defence",
          Saying(Done(), R"({"answers":[{"id":"R1","answer":"concede"},{"id":"R2","answer":"defend"}]})"));
  EXPECT_EQ(run.Flying(), Names{"debate:rebuttal"});
}

TEST(Debates, AChallengerThatRejectsAndNamesNothingIsAnswered) {
  Driven run(Pipelines({Agent("plan"), Debate(), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("debate:challenge", Saying(Revision(), R"({"objections":[]})"));
  EXPECT_EQ(run.Flying(), Names{"debate:defence"});
}

Stage Form(Unattended unattended) {
  Stage form = Check("form", "plan");
  form.commands.clear();
  form.checks = {"structure"};
  form.max_iterations = 2;
  form.unattended = unattended;
  return form;
}

TEST(Unattended, AFormThatCannotBeReachedEndsTheRunAndAsksNobody) {
  Driven run(Pipelines({Agent("plan"), Form(Unattended::kStop), Agent("build")}));
  run.start.attended = false;
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("plan", Done());
    run.End("form", Checked(false, 1));
  }
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_TRUE(run.Open().empty());
  EXPECT_NE(run.state().reason.find("`form` still fails after 2 rounds"), std::string::npos) << run.state().reason;
}

TEST(Unattended, AFormWithoutProgressEndsTheRunAndSaysWhatFails) {
  Stage form = Form(Unattended::kStop);
  form.max_iterations = 5;
  form.converge = Converge::kDecreasing;
  Driven run(Pipelines({Agent("plan"), form, Agent("build")}));
  run.start.attended = false;
  run.start.rules = kRules;
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("plan", Done());
    UnitOutcome outcome = Checked(false, 1);
    outcome.summary = "step s1 has no verify command";
    run.End("form", outcome);
  }
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_TRUE(run.Open().empty());
  EXPECT_NE(run.state().reason.find("makes no progress: 1 failures, 1 the round before: step s1 has no verify command"),
            std::string::npos)
      << run.state().reason;
}

TEST(SamePlan, ACheckThatSeesThePlanAsItWasSendsItBackNoMore) {
  Stage plan = Agent("plan");
  plan.produces = "plan";
  Stage form = Form(Unattended::kStop);
  form.max_iterations = 8;
  for (const int rules : {5, kRules}) {
    Driven run(Pipelines({plan, form, Agent("build")}));
    run.start.rules = rules;
    run.Begin();
    for (const char* hash : {"h1", "h2", "h2", "h2"}) {
      ASSERT_EQ(run.Flying(), Names{"plan"}) << hash;
      run.End("plan", Planned(LoosePlan(hash, 1)));
      run.End("form", Checked(false, 1));
    }
    if (rules < kRules) {
      EXPECT_EQ(run.Flying(), Names{"plan"}) << "as it was";
      continue;
    }
    EXPECT_NE(run.TheQuestion().text.find("`form` makes no progress: the plan came back as it was"), std::string::npos)
        << run.TheQuestion().text;
  }
}

TEST(SamePlan, ACheckOfWhatWasBuiltSendsItBackOnceAndThePersonIsToldWhy) {
  Stage plan = Agent("plan");
  plan.produces = "plan";
  Stage contracts = Check("contracts", "plan");
  contracts.commands.clear();
  for (const char* second : {"h1", "h2"}) {
    Driven run(Pipelines({plan, Ask("approve", "plan"), Each("build"), contracts}, {Agent("work")}));
    run.start.rules = kRules;
    run.Begin();
    run.End("plan", Planned(LoosePlan("h1", 1)));
    EXPECT_FALSE(run.TheQuestion().text.contains("contracts"));
    run.Answer("yes");
    run.End("s0/work", Done());
    UnitOutcome broken = Checked(false, 1);
    broken.summary = "the halves do not agree";
    run.End("contracts", broken);
    run.End("plan", Planned(LoosePlan(second, 1)));
    const bool same = std::string_view(second) == "h1";
    const std::string told = same ? "came back as it was" : "was changed for it";
    EXPECT_TRUE(run.TheQuestion().text.ends_with("\n`contracts` failed on what was built, and the plan " + told +
                                                 ": the halves do not agree"))
        << run.TheQuestion().text;
    run.Answer("yes");
    run.End("contracts", broken);
    if (same) {
      EXPECT_TRUE(run.TheQuestion().text.starts_with("`contracts` makes no progress: the plan came back as it was"))
          << run.TheQuestion().text;
    } else {
      EXPECT_EQ(run.Flying(), Names{"plan"});
    }
  }
}

TEST(Unattended, WithAPersonThereThePersonDecidesAboutTheForm) {
  Driven run(Pipelines({Agent("plan"), Form(Unattended::kStop), Agent("build")}));
  run.Begin();
  for (int round = 0; round < 2; ++round) {
    run.End("plan", Done());
    run.End("form", Checked(false, 1));
  }
  EXPECT_EQ(run.TheQuestion().options, (Names{"retry", "accept", "stop"}));
  run.Answer("stop");
}

struct Triage {
  Triage() : run(Make()) {
    run.start.attended = false;
    run.Begin();
  }
  static PipelineSet Make() {
    Stage findings = Check("findings");
    findings.commands.clear();
    findings.checks = {"findings"};
    Stage ask = Ask("triage", "FINDINGS.md", Unattended::kFix);
    ask.options = {"keep", "fix", "follow-up"};
    ask.on_revision = "fix";
    return Pipelines({Agent("fix"), findings, ask, Agent("build")});
  }
  void Find(const char* result) { run.End("findings", Saying(Checked(true), result)); }
  Driven run;
};

TEST(Unattended, WhatIsMediumOrWorseIsFixedAndTheRestWaits) {
  Triage triage;
  triage.run.End("fix", Done());
  triage.Find(R"({"open":3,"serious":["F1","F3"]})");
  ASSERT_EQ(triage.run.Flying(), Names{"fix"});
  EXPECT_NE(triage.run.At("fix").note.find("F1"), std::string::npos);
  const Question& asked = triage.run.state().questions.begin()->second;
  EXPECT_EQ(asked.status, QuestionStatus::kAnswered);
  EXPECT_EQ(asked.by, "policy");
  EXPECT_EQ(asked.answer, "defer");
  EXPECT_EQ(asked.comment, "F1 F3: fix");
  EXPECT_TRUE(triage.run.state().learnt);
  triage.run.End("fix", Done());
  triage.Find(R"({"open":1})");
  EXPECT_EQ(triage.run.Flying(), Names{"build"}) << "what is left is deferred";
}

TEST(Unattended, FixingHasALimitOfRounds) {
  Triage triage;
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(triage.run.Flying(), Names{"fix"}) << round;
    triage.run.End("fix", Done());
    triage.Find(R"({"open":1,"serious":["F1"]})");
  }
  EXPECT_EQ(triage.run.Flying(), Names{"build"});
}

TEST(Unattended, PointsOfADocumentThatAreAllLowAreLeftForLater) {
  for (const char* severity : {"low", "medium"}) {
    Stage digest = Agent("digest");
    digest.produces = "OPEN.md";
    Stage ask = Ask("triage", "OPEN.md", Unattended::kFix);
    ask.options = {"refactor", "keep", "follow-up"};
    Driven run(Pipelines({digest, ask, Agent("build")}));
    run.start.attended = false;
    run.Begin();
    const std::string result = std::string(R"({"findings":[{"severity":")") + severity + R"(","title":"x"}]})";
    run.End("digest", Saying(Done(), result.c_str()));
    ASSERT_EQ(run.Flying(), Names{"build"});
    const Question& asked = run.state().questions.begin()->second;
    EXPECT_EQ(asked.by, "policy");
    EXPECT_EQ(asked.answer, severity == std::string("low") ? "follow-up" : "refactor");
    EXPECT_EQ(run.state().answers["triage"].AsString(), asked.answer);
  }
}

// Who fixes the points may find others each time: only a person sends work back without limit.
TEST(Unattended, WhatThePolicySendsBackHasALimitOfRounds) {
  for (const Unattended policy : {Unattended::kFix, Unattended::kApprove}) {
    for (const char* last : {"follow-up", "no"}) {
      if (policy == Unattended::kFix && last == std::string("no")) continue;
      Stage work = Agent("work");
      work.produces = "OPEN.md";
      Stage ask = Ask("triage", "OPEN.md", policy);
      ask.options = {"fix", "keep", last};
      ask.on_revision = "work";
      ask.max_iterations = 3;
      Driven run(Pipelines({work, ask, Agent("end")}));
      run.start.attended = false;
      run.start.rules = kRules;
      run.Begin();
      for (int round = 0; round < 3; ++round) {
        ASSERT_EQ(run.Flying(), Names{"work"}) << round;
        EXPECT_EQ(run.At("work").note, round > 0 ? "Fix what `OPEN.md` lists" : "");
        run.End("work", Saying(Done(), R"({"findings":[{"severity":"high","title":"x"}]})"));
      }
      EXPECT_EQ(run.Flying(), Names{"end"});
      EXPECT_EQ(run.state().answers["triage"].AsString(), last == std::string("no") ? "deferred" : "follow-up");
    }
  }
}

Stage Baseline(bool must_fail = false) {
  Stage stage = Check("before", "", CheckMode::kBaseline);
  stage.commands = {"step"};
  stage.must_fail = must_fail;
  return stage;
}

PlanRef ProvedPlan(std::vector<std::string> verify, Json extra = {}) {
  PlanRef plan = LoosePlan("h", 1);
  plan.steps[0].verify = std::move(verify);
  plan.steps[0].extra = std::move(extra);
  return plan;
}

TEST(Baseline, WhatIsRedBeforeTheWorkStopsNothing) {
  Driven run(Pipelines({Each("build")}, {Baseline(), Agent("work")}), ProvedPlan({"make test"}));
  run.Begin();
  ASSERT_EQ(run.Flying(), Names{"s0/before"});
  run.End("s0/before", Saying(Checked(false, 1), R"({"results":[{"command":"make test","passed":false}]})"));
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
}

TEST(Baseline, WithoutACommandItCostsNoUnit) {
  Driven run(Pipelines({Each("build")}, {Baseline(), Agent("work")}), ProvedPlan({}));
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
}

TEST(Baseline, WhereAPipelineSaysSoAStepThatItsCommandsCannotProveIsBlocked) {
  const char* green = R"({"results":[{"command":"make test","passed":true}]})";
  {
    Driven run(Pipelines({Each("build")}, {Baseline(true), Agent("work")}), ProvedPlan({"make test"}));
    run.Begin();
    run.End("s0/before", Saying(Checked(true), green));
    EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  }
  {
    Driven run(Pipelines({Each("build")}, {Baseline(true), Agent("work")}),
               ProvedPlan({"make test"}, Json::MakeObject().Set("passes today", "a refactoring")));
    run.Begin();
    run.End("s0/before", Saying(Checked(true), green));
    EXPECT_EQ(run.Flying(), Names{"s0/work"}) << "the plan says why";
  }
}

bool Learnt(const Driven& run) { return Records(run.state(), kRunLane).FindPath("run.learnt")->AsBool(); }

TEST(Learnt, NothingWhenAllGoesAsProposed) {
  Driven run(Pipelines({Agent("plan"), Ask("approve"), Review("review", "plan"), Learn("learn")}));
  run.Begin();
  run.End("plan", Done());
  run.Answer("yes");
  run.End("review", Approved());
  EXPECT_FALSE(Learnt(run));
}

TEST(Learnt, ByARevisionAFailureOrADecision) {
  {
    Driven run(Pipelines({Agent("plan"), Review("review", "plan")}));
    run.Begin();
    run.End("plan", Done());
    run.End("review", Revision());
    EXPECT_TRUE(Learnt(run));
  }
  {
    Driven run(Pipelines({Ask("approve"), Agent("build")}));
    run.Begin();
    run.Answer("yes", "but keep the old name");
    EXPECT_TRUE(Learnt(run));
  }
  {
    Driven run(Pipelines({Agent("plan")}));
    run.Begin();
    run.End("plan", Failed(ErrorClass::kPermanent));
    EXPECT_TRUE(Learnt(run));
  }
}

TEST(SmallPlan, HasFewStepsAndNoneThatIsComplex) {
  const auto small = [](int steps, const char* complexity, int limit, const char* size = "standard") {
    PlanRef plan = LoosePlan("h", steps);
    plan.steps[0].complexity = complexity;
    Stage build = Each("build");
    build.folds_reviews = {"standard"};
    Driven run(Pipelines({Agent("plan"), build}, {Agent("work")}), plan);
    run.start.small_plan = limit;
    run.start.size = size;
    run.Begin();
    return Records(run.state(), kRunLane).FindPath("run.small_plan")->AsBool();
  };
  EXPECT_TRUE(small(3, "", 3));
  EXPECT_TRUE(small(1, "simple", 3));
  EXPECT_FALSE(small(4, "", 3));
  EXPECT_FALSE(small(3, "complex", 3));
  EXPECT_FALSE(small(1, "", 3, "vague")) << "its pipeline does not review the whole then";
  EXPECT_FALSE(small(1, "", 0)) << "a journal from before there was a limit";
}

TEST(SmallPlan, TestsAndDocumentsOfAStepDoNotMakeItComplex) {
  for (const int rules : {5, kRules}) {
    PlanRef plan = LoosePlan("h", 1);
    plan.steps[0].writes = {"a.cc", "a_test.cc", "README.md"};
    Stage build = Each("build");
    build.folds_reviews = {"standard"};
    Driven run(Pipelines({Agent("plan"), build}, {Agent("work")}), plan);
    run.start.small_plan = 3;
    run.start.size = "standard";
    run.start.rules = rules;
    run.Begin();
    EXPECT_EQ(Records(run.state(), kRunLane).FindPath("run.small_plan")->AsBool(), rules >= 6)
        << "a journal of before folds to what it was";
  }
}

TEST(FoldedStep, IsOneOfMediumComplexityInAPlanThatSeveralReadAsAWhole) {
  const auto folded = [](int steps, const char* complexity, const char* size) {
    PlanRef plan = LoosePlan("h", steps);
    plan.steps[0].complexity = complexity;
    Stage build = Each("build");
    build.folds_medium = {"complex"};
    Driven run(Pipelines({Agent("plan"), build}, {Agent("work")}), plan);
    run.start.size = size;
    run.Begin();
    return Records(run.state(), LaneId::OfStep(0)).FindPath("step.folded")->AsBool();
  };
  EXPECT_TRUE(folded(8, "medium", "complex"));
  EXPECT_FALSE(folded(9, "medium", "complex")) << "too much to be read only together";
  EXPECT_FALSE(folded(2, "complex", "complex"));
  EXPECT_FALSE(folded(2, "medium", "standard")) << "one review of the whole is not several";
}

TEST(ReadingSteps, NothingIsCheckedOrReviewedOfAStepThatChangesNothing) {
  StepSpec look = Step("s0");
  const PipelineSet pipelines =
      Pipelines({Each("build", 1)}, {Agent("work"), Check("verify", "work"), Review("review", "work"), Agent("after")});
  for (const char* kind : {"read", "audit"}) {
    look.kind = kind;
    Driven run(pipelines, Plan("h", {look}));
    run.start.rules = kRules;
    run.Begin();
    run.End("s0/work", Done());
    EXPECT_EQ(run.Flying(), Names{"s0/after"}) << kind;
  }
  Driven old(pipelines, Plan("h", {look}));
  old.start.rules = 3;
  old.Begin();
  old.End("s0/work", Done());
  EXPECT_EQ(old.Flying(), Names{"s0/verify"}) << "a run that began before goes on as it began";
}

// The pipeline has a stage of its own for audits, whose review has things changed.
TEST(ReadingSteps, WhatTheReviewOfAnAuditHasChangedIsChecked) {
  StepSpec look = Step("s0");
  look.kind = "audit";
  Stage judge = Review("judge", "work");
  judge.when = "require step.kind == audit";
  for (const int rules : {5, kRules}) {
    Driven run(Pipelines({Each("build", 1)},
                         {Agent("work"), Check("first", "work"), judge, Check("last", "work"), Agent("after")}),
               Plan("h", {look}));
    run.start.rules = rules;
    run.Begin();
    run.End("s0/work", Done());
    run.End("s0/?judge", Gated(true, true));
    run.End("s0/judge", Revision());
    run.End("s0/work", Done());
    if (rules >= 6) run.End("s0/first", Done());
    run.End("s0/?judge", Gated(true, true));
    run.End("s0/judge", Approved());
    EXPECT_EQ(run.Flying(), rules < 6 ? Names{"s0/after"} : Names{"s0/last"});
  }
}

}  // namespace
}  // namespace forge::testing
