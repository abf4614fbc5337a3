// Panels: members, rounds, aggregates.
#include <gtest/gtest.h>

#include <map>

#include "engine/testing/compose.h"
#include "engine/testing/dice.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

UnitOutcome Snapshot(std::string commit) {
  UnitOutcome outcome;
  outcome.snapshot = std::move(commit);
  return outcome;
}

TEST(Panels, AllSeatsRunAtOnceAndAllMustPass) {
  Driven run(Pipelines({Agent("plan"), Panel("gates", Aggregate::kAllPass, {"a", "b", "c"}, "plan"), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  ASSERT_EQ(run.Flying(), (Names{"gates:a", "gates:b", "gates:c"}));
  run.End("gates:b", Approved());
  run.End("gates:a", Revision(2));
  EXPECT_EQ(run.Flying(), Names{"gates:c"});
  const Decision last = run.End("gates:c", Approved());
  EXPECT_EQ(NoteOf(last, "revision").data["summary"].AsString(), "1 of 3 members ask for changes");
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

TEST(Panels, AStackedSeatWaitsForThoseItIsGiven) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "second"});
  panel.members[2].after = {"a", "b"};
  Driven run(Pipelines({panel}));
  run.Begin();
  ASSERT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
  run.End("gates:a", Approved());
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
  run.End("gates:b", Approved());
  EXPECT_EQ(run.Flying(), Names{"gates:second"});
  run.End("gates:second", Approved());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Panels, APassIsKeptWhileWhatItJudgedIsUnchanged) {
  Driven run(Pipelines({Agent("plan"), Panel("gates", Aggregate::kAllPass, {"a", "b"}, "plan")}));
  run.Begin();
  run.End("plan", Done());
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("plan", Done());
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
}

TEST(Panels, APassIsVoidOnceThePlanChanged) {
  Driven run(Pipelines({Agent("plan"), Panel("gates", Aggregate::kAllPass, {"a", "b"}, "plan")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

// Whatever the members say and whenever the plan changes: a member is asked again unless it passed on this very plan,
// and the panel approves only when all did.
TEST(Panels, AVoidedPassNeverSurvivesAPlanChangeHoweverTheRoundsGo) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"}, "plan");
    panel.max_iterations = 100;
    if (dice.Chance(50)) panel.members[2].after = {"a", "b"};
    Driven run(Pipelines({Agent("plan"), panel}));
    run.Begin();
    std::map<std::string, std::string> passed_on;  // by member: the plan it passed
    std::string hash = "h0";
    for (int round = 0; round < 8 && run.status() == RunStatus::kActive; ++round) {
      if (round == 0 || dice.Chance(50)) hash = "h" + std::to_string(dice.Below(1000));
      run.End("plan", Planned(LoosePlan(hash, 1)));
      while (run.status() == RunStatus::kActive && !run.Flies("plan")) {
        const Names flying = run.Flying();
        ASSERT_FALSE(flying.empty());
        const std::string member = flying[static_cast<std::size_t>(dice.Below(static_cast<int>(flying.size())))];
        const bool passes = round == 7 || dice.Chance(60);
        if (passes) passed_on[member] = hash;
        if (!passes) passed_on.erase(member);
        run.End(member, passes ? Approved() : Revision());
      }
    }
    ASSERT_EQ(run.status(), RunStatus::kCompleted);
    for (const char* member : {"gates:a", "gates:b", "gates:c"}) EXPECT_EQ(passed_on[member], hash) << member;
  }
}

TEST(Panels, APassIsVoidOnceTheCodeChanged) {
  Driven run(Pipelines({Agent("code"), Panel("gates", Aggregate::kAllPass, {"a", "b"}, "code")}));
  run.Begin();
  run.End("code", Snapshot("c1"));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("code", Snapshot("c2"));
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

TEST(Panels, APassIsVoidOnceAStepChangedTheCode) {
  Driven run(
      Pipelines({Each("build"), Agent("fix"), Panel("gates", Aggregate::kAllPass, {"a", "b"}, "fix")}, {Agent("work")}),
      LoosePlan("h1", 1));
  run.start.pipelines.pipelines[0].stages[2].on_revision = "build";
  Point(run.start.pipelines);
  run.Begin();
  run.End("s0/work", Snapshot("c1"));
  run.End("fix", Done());
  run.End("gates:a", Approved());
  run.Edit(LoosePlan("h1", 2));
  run.End("gates:b", Revision());
  run.End("s1/work", Snapshot("c2"));
  run.End("fix", Done());
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

TEST(Panels, APassIsVoidOnceAnArtifactItSeesChanged) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"}, "plan");
  panel.sees = {"SPEC.md"};
  panel.members[1].sees = {"OTHER.md"};
  Driven run(Pipelines({Agent("plan"), panel}));
  run.Begin();
  UnitOutcome first = Done();
  first.artifacts = {{"SPEC.md", "v1", 10}};
  run.End("plan", first);
  run.End("gates:a", Approved());
  run.End("gates:b", Approved());
  run.End("gates:c", Revision());
  UnitOutcome second = Done();
  second.artifacts = {{"SPEC.md", "v2", 10}};
  run.End("plan", second);
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:c"})) << "b does not look at SPEC.md";
}

TEST(Panels, AStackedPassFallsWithTheAnswersItWasGiven) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"second", "a"}, "plan");
  panel.members[0].after = {"a"};
  Driven run(Pipelines({Agent("plan"), panel}));
  run.Begin();
  run.End("plan", Done());
  run.End("gates:a", Revision());
  run.End("gates:second", Approved());
  run.End("plan", Done());
  ASSERT_EQ(run.Flying(), Names{"gates:a"});
  run.End("gates:a", Approved());
  EXPECT_EQ(run.Flying(), Names{"gates:second"});
}

TEST(Panels, LensesNeedTwoToAskForChanges) {
  Driven run(Pipelines({Agent("plan"), Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan"), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("lenses:a", Revision());
  run.End("lenses:b", Approved());
  run.End("lenses:c", Approved());
  EXPECT_EQ(run.Flying(), Names{"build"});
}

TEST(Panels, TwoLensesAreAMajority) {
  Driven run(Pipelines({Agent("plan"), Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan"), Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("lenses:a", Revision());
  run.End("lenses:b", Approved());
  run.End("lenses:c", Revision());
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

TEST(Panels, LensesDecideWithTwoAnswersAndNotWithOne) {
  for (int silent = 1; silent <= 2; ++silent) {
    Driven run(Pipelines({Panel("lenses", Aggregate::kLenses, {"a", "b", "c"})}));
    run.Begin();
    run.End("lenses:a", Approved());
    run.End("lenses:b", silent == 2 ? Failed(ErrorClass::kPermanent) : Approved());
    run.End("lenses:c", Failed(ErrorClass::kPermanent));
    EXPECT_EQ(run.status(), silent == 2 ? RunStatus::kFailed : RunStatus::kCompleted);
  }
}

TEST(Panels, InADialecticTheLastSeatDecides) {
  for (bool revise : {false, true}) {
    Stage panel = Panel("debate", Aggregate::kDialectic, {"challenge", "defence", "rebuttal"}, "plan");
    panel.members[1].after = {"challenge"};
    panel.members[2].after = {"challenge", "defence"};
    Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
    run.Begin();
    run.End("plan", Done());
    run.End("debate:challenge", Revision());
    run.End("debate:defence", Done());
    run.End("debate:rebuttal", revise ? Revision() : Approved());
    EXPECT_EQ(run.Flying(), Names{revise ? "plan" : "build"});
  }
}

TEST(Panels, ADialecticWhoseLastWordCannotBeReadIsNotAnApproval) {
  Driven run(Pipelines({Panel("debate", Aggregate::kDialectic, {"challenge", "rebuttal"})}));
  run.Begin();
  run.End("debate:challenge", Done());
  run.End("debate:rebuttal", Malformed());
  ASSERT_EQ(run.Flying(), Names{"debate:rebuttal"});
  run.End("debate:rebuttal", Done());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Panels, ADebateEndsAtTheMemberThatGivesNoUsableAnswer) {
  for (const int rules : {5, kRules}) {
    Stage panel = Panel("debate", Aggregate::kDialectic, {"challenge", "defence", "rebuttal"}, "plan");
    panel.members[1].after = {"challenge"};
    panel.members[2].after = {"challenge", "defence"};
    Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
    run.start.rules = rules;
    run.Begin();
    run.End("plan", Done());
    UnitOutcome refused = Failed(ErrorClass::kMalformed);
    refused.error = "no list of objections";
    run.End("debate:challenge", refused);
    const Decision last = run.End("debate:challenge", refused);
    if (rules < 6) {
      EXPECT_EQ(run.Flying(), Names{"debate:defence"}) << "older journals fold to what they were";
      continue;
    }
    EXPECT_TRUE(run.Flying().empty());
    EXPECT_TRUE(Said(last, "member-unasked"));
    EXPECT_EQ(run.status(), RunStatus::kFailed);
    EXPECT_EQ(run.state().reason,
              "panel `debate`: `challenge` gave no usable answer, and the debate ends there: no list of objections");
  }
}

UnitOutcome Says(UnitOutcome outcome, std::string_view result) {
  outcome.result = ParseJson(result).value();
  return outcome;
}

TEST(Panels, LensesWithFindingsAreCountedByPlace) {
  struct Case {
    const char* a;
    const char* b;
    bool revise;
  };
  const Case cases[] = {
      {R"({"findings":[{"file":"x","line":10,"text":"p"}]})", R"({"findings":[{"file":"x","line":14,"text":"q"}]})",
       true},
      {R"({"findings":[{"file":"x","line":10,"text":"p"}]})", R"({"findings":[{"file":"x","line":40,"text":"q"}]})",
       false},
      {R"({"findings":[{"file":"x","severity":"high","category":"schema-drift","text":"p"}]})", R"({"findings":[]})",
       true},
  };
  for (const Case& one : cases) {
    Stage panel = Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan");
    panel.result = true;
    Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
    run.Begin();
    run.End("plan", Done());
    run.End("lenses:a", Says(Revision(), one.a));
    run.End("lenses:b", Says(Revision(), one.b));
    const Decision last = run.End("lenses:c", Says(Approved(), R"({"findings":[]})"));
    EXPECT_EQ(run.Flying(), Names{one.revise ? "plan" : "build"}) << one.a;
    EXPECT_TRUE(Said(last, "aggregated"));
  }
}

TEST(Panels, LensesThatAskForChangesAndNameNoneStillAgree) {
  Stage panel = Panel("lenses", Aggregate::kLenses, {"a", "b", "c"}, "plan");
  panel.result = true;
  Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
  run.Begin();
  run.End("plan", Done());
  run.End("lenses:a", Says(Revision(), R"({"findings":[]})"));
  run.End("lenses:b", Revision());
  run.End("lenses:c", Approved());
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

TEST(Panels, ADebateIsSettledByWhatWasConceded) {
  struct Case {
    const char* defence;
    const char* rebuttal;
    bool revise;
  };
  const Case cases[] = {
      {R"({"answers":[{"id":"R1","answer":"concede"}]})", R"({"objections":[]})", true},
      {R"({"answers":[{"id":"R1","answer":"defend"}]})", R"({"objections":[{"id":"R1","position":"withdrawn"}]})",
       false},
      {R"({"answers":[{"id":"R1","answer":"defend"}]})", R"({"objections":[{"id":"R1","position":"kept"}]})", false},
      {R"({"answers":[]})", R"({"objections":[]})", false},
  };
  for (const Case& one : cases) {
    Stage panel = Panel("debate", Aggregate::kDialectic, {"challenge", "defence", "rebuttal"}, "plan");
    panel.result = true;
    panel.members[1].after = {"challenge"};
    panel.members[2].after = {"challenge", "defence"};
    Driven run(Pipelines({Agent("plan"), panel, Agent("build")}));
    run.Begin();
    run.End("plan", Done());
    run.End("debate:challenge", Says(Revision(), R"({"objections":[{"id":"R1","text":"leaks"}]})"));
    run.End("debate:defence", Says(Done(), one.defence));
    run.End("debate:rebuttal", Says(Revision(), one.rebuttal));
    EXPECT_EQ(run.Flying(), Names{one.revise ? "plan" : "build"}) << one.defence << one.rebuttal;
  }
}

TEST(Panels, CompareAndCollectNeedNoVerdictAndOneAnswerIsEnough) {
  for (Aggregate aggregate : {Aggregate::kCompare, Aggregate::kCollect}) {
    Driven run(Pipelines({Panel("ideas", aggregate, {"a", "b"})}));
    run.Begin();
    run.End("ideas:a", Done());
    run.End("ideas:b", Failed(ErrorClass::kPermanent));
    EXPECT_EQ(run.status(), RunStatus::kCompleted);
  }
}

TEST(Panels, AComparisonIsCountedAndAVisionThatItsClaimsSpeakAgainstDoesNotStand) {
  for (const bool silent : {false, true}) {
    Stage panel = Panel("compare", Aggregate::kCompare, {"simpler", "comparator"});
    panel.result = true;
    panel.retry = 0;
    panel.members[1].after = {"simpler"};
    Driven run(Pipelines({panel, Agent("plan")}));
    run.Begin();
    run.End("compare:simpler", Done());
    UnitOutcome said = Done();
    said.result = ParseJson(R"({"recommendation":"visionary","claims":[{"tier":"code","check":"rejected"},
                                {"tier":"code","check":"rejected"},{"tier":"code","check":"verified"}]})")
                      .value();
    run.End("compare:comparator", silent ? Failed(ErrorClass::kPermanent) : said);
    ASSERT_EQ(run.Flying(), Names{"plan"});
    const Json result = Records(run.state(), kRunLane)["run"]["results"]["compare"];
    EXPECT_EQ(result["recommendation"].AsString(), "standard");
    EXPECT_EQ(result["overruled"].AsBool(), !silent);
  }
}

TEST(Panels, WithoutItsComparatorOrAnAlternativeNothingIsComparedAndNobodyIsAskedAboutIt) {
  for (const std::string silent : {"compare:simpler", "compare:comparator"}) {
    Stage panel = Panel("compare", Aggregate::kCompare, {"simpler", "comparator"});
    panel.result = true;
    panel.retry = 0;
    panel.produces = "COMPARISON.md";
    panel.members[1].after = {"simpler"};
    Stage decide = Ask("decide");
    decide.shows = "COMPARISON.md";
    Driven run(Pipelines({panel, decide, Agent("plan")}));
    run.start.rules = kRules;
    run.Begin();
    for (const std::string member : {"compare:simpler", "compare:comparator"})
      run.End(member, member == silent ? Failed(ErrorClass::kPermanent) : Done());
    EXPECT_EQ(run.status(), RunStatus::kFailed) << silent;
    EXPECT_NE(run.state().reason.find("nothing was compared"), std::string::npos) << run.state().reason;
    run.Do(ControlKind::kSkip);
    EXPECT_EQ(run.Flying(), Names{"plan"}) << silent;
  }
}

TEST(Panels, WhereNoMemberFoundAnAlternativeNothingIsComparedAndNobodyIsAskedAboutIt) {
  for (const int rules : {8, kRules}) {
    Stage panel = Panel("compare", Aggregate::kCompare, {"simpler", "better", "comparator"});
    panel.result = true;
    panel.produces = "COMPARISON.md";
    panel.members[2].after = {"simpler", "better"};
    Stage decide = Ask("decide");
    decide.shows = "COMPARISON.md";
    Driven run(Pipelines({panel, decide, Agent("plan")}));
    run.start.rules = rules;
    run.Begin();
    UnitOutcome none = Done();
    none.result = ParseJson(R"({"found":false})").value();
    run.End("compare:simpler", none);
    EXPECT_EQ(run.Flying(), Names{"compare:better"});
    const Decision last = run.End("compare:better", none);
    if (rules < 9) {
      EXPECT_EQ(run.Flying(), Names{"compare:comparator"}) << "an older journal folds to what it was";
      continue;
    }
    EXPECT_EQ(NoteOf(last, "member-unasked").data["member"].AsString(), "comparator");
    EXPECT_EQ(run.Flying(), Names{"plan"});
    EXPECT_TRUE(run.state().questions.empty());
    EXPECT_EQ(Records(run.state(), kRunLane)["run"]["results"]["compare"]["recommendation"].AsString(), "standard");
  }
}

TEST(Panels, OneAlternativeIsComparedAlsoIfAnotherAngleYieldsNone) {
  Stage panel = Panel("compare", Aggregate::kCompare, {"simpler", "better", "comparator"});
  panel.result = true;
  panel.members[2].after = {"simpler", "better"};
  Driven run(Pipelines({panel}));
  run.start.rules = kRules;
  run.Begin();
  UnitOutcome found = Done();
  found.result = ParseJson(R"({"found":false})").value();
  run.End("compare:simpler", found);
  found.result = ParseJson(R"({"found":true})").value();
  run.End("compare:better", found);
  EXPECT_EQ(run.Flying(), Names{"compare:comparator"});
}

TEST(Panels, WithoutAnyAnswerThePanelFailsAndRetryAsksOnlyTheSilent) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a", "b"})}));
  run.Begin();
  run.End("gates:a", Approved());
  EXPECT_TRUE(Said(run.End("gates:b", Failed(ErrorClass::kExternal)), "member-silent"));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("1 of 2 members"), std::string::npos);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
}

TEST(Panels, ASeatIsRetriedByItselfWhileOthersGoOn) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a", "b"})}));
  run.Begin();
  run.End("gates:a", Failed(ErrorClass::kNetwork));
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
  run.End("gates:b", Approved());
  EXPECT_TRUE(run.Flying().empty());
  run.Fire();
  ASSERT_EQ(run.Flying(), Names{"gates:a"});
  EXPECT_EQ(run.At("gates:a").attempt, 2);
  run.End("gates:a", Approved());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Panels, AMalformedVerdictOfASeatIsAskedForOnceMore) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a"})}));
  run.Begin();
  run.End("gates:a", Malformed());
  ASSERT_EQ(run.Flying(), Names{"gates:a"});
  EXPECT_EQ(run.At("gates:a").note, "the verdict cannot be read");
  run.End("gates:a", Malformed());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Panels, WaitingForAQuotaIsNoAttemptOfASeat) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a"});
  panel.retry = 1;
  Driven run(Pipelines({panel}));
  run.Begin();
  for (int i = 0; i < 3; ++i) {
    run.End("gates:a", Failed(ErrorClass::kQuota));
    run.Fire();
  }
  run.End("gates:a", Failed(ErrorClass::kNetwork));
  run.Fire();
  run.End("gates:a", Approved());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Panels, ASeatDoesNotWaitForAQuotaForEver) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a"})}));
  run.Begin();
  for (int i = 0; i < 100; ++i) {
    run.End("gates:a", Failed(ErrorClass::kQuota));
    ASSERT_EQ(run.status(), RunStatus::kActive) << i;
    run.Fire();
  }
  run.End("gates:a", Failed(ErrorClass::kQuota));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
}

TEST(Panels, StoppedSeatsStartAgainAfterResume) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a", "b"})}));
  run.Begin();
  run.Do(ControlKind::kStop);
  run.End("gates:a", Stopped());
  run.End("gates:b", Approved());
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  ASSERT_EQ(run.Flying(), Names{"gates:a"});
  EXPECT_EQ(run.At("gates:a").attempt, 1);
}

TEST(Panels, ThePanelsOwnBudgetFailsItOnceItsSeatsHaveEnded) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"});
  panel.members[2].after = {"a"};
  panel.budget.usd = 1;
  Driven run(Pipelines({panel}));
  run.Begin();
  UnitOutcome dear = Approved();
  dear.usage.usd = 2;
  run.End("gates:a", dear);
  EXPECT_EQ(run.Flying(), Names{"gates:b"});
  EXPECT_EQ(run.status(), RunStatus::kActive);
  run.End("gates:b", Approved());
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_NE(run.state().reason.find("budget of stage `gates`"), std::string::npos);
}

TEST(Panels, APanelInAStepThatRanOutOfItsBudgetIsOver) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"});
  panel.members[2].after = {"a"};
  panel.budget.usd = 1;
  Driven run(Pipelines({Each("build", 2)}, {panel}), LoosePlan("h", 2));
  run.Begin();
  UnitOutcome dear = Approved();
  dear.usage.usd = 2;
  run.End("s0/gates:a", dear);
  run.End("s0/gates:b", Approved());
  EXPECT_EQ(run.step("s0"), StepStatus::kFailed);
  EXPECT_FALSE(run.Flies("s0/gates:c"));
  run.Do(ControlKind::kRetry, "s0");
  EXPECT_TRUE(run.Flies("s0/gates:a"));
}

TEST(Panels, AnswersInHandAreCountedWhateverTheBudget) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a"})}));
  run.start.budget.usd = 1;
  run.Begin();
  UnitOutcome dear = Approved();
  dear.usage.usd = 2;
  run.End("gates:a", dear);
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

}  // namespace
}  // namespace forge::testing
