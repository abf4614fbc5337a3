// A verdict stands as long as nothing has changed that it is about, and a repair that changed nothing ends its loop.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"
#include "model/triage_answer.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

UnitOutcome Leaves(const char* snapshot, const char* summary = "") {
  UnitOutcome outcome = Done();
  outcome.snapshot = snapshot;
  outcome.unmerged = true;
  outcome.result = Json::MakeObject().Set("summary", summary);
  return outcome;
}

std::string Asked(const Driven& run) { return run.Open().empty() ? "" : run.TheQuestion().text; }

// fix, review (sends to fix), proof (sends to repair, which stands before the review as an inline stage does).
PipelineSet TwoLoops() {
  Stage repair = Agent("repair");
  repair.when = "after proof = revision";
  Stage proof = Check("proof", "repair");
  proof.max_iterations = 9;
  return Pipelines({Agent("work"), repair, Review("review", "work"), proof, Agent("end")});
}

// Up to the repair that the proof asks for, of work that the review has approved.
void ComeToRepair(Driven& run) {
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("?repair", Gated(false, true));
  run.End("review", Approved());
  UnitOutcome failed = Checked(false, 1);
  failed.summary = "the output differs";
  run.End("proof", failed);
  run.End("?repair", Gated(true, true));
}

TEST(Verdicts, AnApprovalStandsWhereARepairChangedNothing) {
  for (const int rules : {7, kRules}) {
    Driven run(TwoLoops());
    run.start.rules = rules;
    ComeToRepair(run);
    const Decision decision = run.End("repair", Leaves("c1"));
    if (rules < 8) {
      EXPECT_EQ(run.Flying(), Names{"review"}) << "as older journals do";
      continue;
    }
    EXPECT_EQ(run.Flying(), Names{"proof"}) << "no agent is asked about what it approved";
    EXPECT_TRUE(NoteOf(decision, "approved").data["unchanged"].AsBool());
    EXPECT_EQ(run.Memo("review").verdict, Verdict::kApproved) << "gates that ask for it hold";
    EXPECT_EQ(run.state().units_started, 5);
  }
}

TEST(Verdicts, TheFirstSnapshotOfTheRunIsNoChange) {
  Stage fix = Agent("fix");
  fix.when = "after proof = revision";
  Driven run(Pipelines({Each("build"), fix, Review("review", "fix"), Check("proof", "fix"), Agent("end")},
                       {Agent("work"), Integrate("merge")}),
             LoosePlan("h", 1));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Leaves("c1"));
  UnitOutcome merged = Checked(true);
  merged.result = Json::MakeObject().Set("commit", "m1");
  run.End("s0/merge", merged);
  run.End("?fix", Gated(false, true));
  run.End("review", Approved());
  run.End("proof", Checked(false, 1));
  run.End("?fix", Gated(true, true));
  UnitOutcome none = Leaves("c2");  // the branch as it is, in a commit of the lane's own
  none.unmerged = false;
  run.End("fix", none);
  EXPECT_EQ(run.Flying(), Names{"proof"});
}

TEST(Verdicts, AChangeIsReviewed) {
  Driven run(TwoLoops());
  run.start.rules = kRules;
  ComeToRepair(run);
  run.End("repair", Leaves("c2"));
  EXPECT_EQ(run.Flying(), Names{"review"});
}

TEST(Verdicts, ARepairThatChangedNothingEndsItsLoop) {
  Driven run(TwoLoops());
  run.start.rules = kRules;
  ComeToRepair(run);
  run.End("repair", Leaves("c1"));
  UnitOutcome failed = Checked(false, 1);
  failed.summary = "the output differs";
  run.End("proof", failed);
  EXPECT_EQ(Asked(run), "`proof` still fails, and the repair changed nothing: the output differs");
  // A person may ask for another round all the same: what the check depends on may not be in the files.
  run.Answer("retry", "the disk is back");
  run.End("?repair", Gated(true, true));
  EXPECT_EQ(run.At("repair").note, "the disk is back");
  run.End("repair", Leaves("c1"));
  run.End("review", Approved());
  run.End("proof", failed);
  EXPECT_EQ(Asked(run), "`proof` still fails, and the repair changed nothing: the output differs") << "one round more";
  run.Answer("retry");
  run.End("?repair", Gated(true, true));
  run.End("repair", Leaves("c1"));
  run.End("proof", Checked(true));
  EXPECT_EQ(run.Flying(), Names{"end"});
}

TEST(Verdicts, APersonWhoRetriesAReviewGetsANewOne) {
  Driven run(Pipelines({Agent("work"), Review("review", "work"), Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("review", Revision());
  run.End("work", Leaves("c1"));
  run.Answer("retry", "the reviewer is wrong: look at line 3");
  run.End("work", Leaves("c1"));
  EXPECT_EQ(run.Flying(), Names{"review"});
}

TEST(Verdicts, ACheckThatPassesAfterAllNeedsNoChange) {
  Driven run(TwoLoops());
  run.start.rules = kRules;
  ComeToRepair(run);
  run.End("repair", Leaves("c1"));
  run.End("proof", Checked(true));
  EXPECT_EQ(run.Flying(), Names{"end"});
}

TEST(Verdicts, ARevisionThatChangedNothingIsNotReviewedAgain) {
  Driven run(Pipelines({Agent("work"), Review("review", "work"), Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("review", Revision(2, "two faults"));
  run.End("work", Leaves("c1"));
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_EQ(Asked(run), "`review` still asks for changes, and the revision changed nothing: two faults");
  EXPECT_EQ(run.TheQuestion().options, (Names{"retry", "accept", "stop"}));
  run.Answer("accept");
  EXPECT_EQ(run.Flying(), Names{"end"});
}

// It is told what to change, and has not judged that.
TEST(Verdicts, AReviewThatIsToMakeTheChangesIsAsked) {
  for (const int rules : {11, kRules}) {
    Driven run(Pipelines({Agent("work"), Review("first", "work"), Review("second", "first"), Agent("end")}));
    run.start.rules = rules;
    run.Begin();
    run.End("work", Leaves("c1"));
    run.End("first", Approved());
    run.End("second", Revision(1, "the tests are hollow"));
    if (rules < 12) {
      EXPECT_EQ(run.Memo("second").rounds, 2) << "as older journals do";
      EXPECT_EQ(run.Flying(), Names{});
      continue;
    }
    EXPECT_EQ(run.Memo("second").rounds, 1);
    ASSERT_EQ(run.Flying(), Names{"first"});
    EXPECT_EQ(run.At("first").note, "the tests are hollow");
    const Decision decision = run.End("first", Approved());
    EXPECT_EQ(run.Memo("second").rounds, 1) << "it was not asked";
    EXPECT_TRUE(NoteOf(decision, "revision").data["unchanged"].AsBool());
    EXPECT_EQ(Asked(run), "`second` still asks for changes, and the revision changed nothing: the tests are hollow");
    run.Answer("retry");
    UnitOutcome changed = Leaves("c2");
    changed.verdict = Verdict::kApproved;
    run.End("first", changed);
    EXPECT_EQ(run.Flying(), Names{"second"});
  }
}

TEST(Verdicts, EachMemberOfAPanelThatIsToMakeTheChangesIsAsked) {
  Driven run(Pipelines({Agent("work"), Panel("gates", Aggregate::kAllPass, {"a", "b"}), Review("review", "gates")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("gates:a", Approved());
  run.End("gates:b", Approved());
  run.End("review", Revision());
  EXPECT_EQ(run.Flying(), (Names{"gates:a", "gates:b"}));
}

TEST(Verdicts, ThatAreRepeatedAreNoRounds) {
  Driven run(Pipelines({Agent("work"), Check("off", "", CheckMode::kDisabled), Review("review", "off"), Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("review", Revision(1, "a fault"));
  EXPECT_EQ(run.Memo("review").rounds, 1) << "no stage has done anything";
  EXPECT_EQ(Asked(run), "`review` still asks for changes, and the revision changed nothing: a fault");
}

TEST(Verdicts, WhereAPersonAsksForChangesTheyAreJudged) {
  Stage ask = Ask("approve");
  ask.on_revision = "work";
  Driven run(Pipelines({Agent("work"), Review("review", "work"), ask}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("review", Approved());
  run.Answer("modify", "shorter");
  run.End("work", Leaves("c1"));
  EXPECT_EQ(run.Flying(), Names{"review"}) << "what was asked for is still missing, and it says so";
}

TEST(Verdicts, OfAnotherPlanDoNotStand) {
  Driven run(TwoLoops(), LoosePlan("h1", 1));
  run.start.rules = kRules;
  ComeToRepair(run);
  run.Edit(LoosePlan("h2", 1));
  run.End("repair", Leaves("c1"));
  EXPECT_EQ(run.Flying(), Names{"review"});
}

TEST(Verdicts, DoNotStandWhereNothingTellsTwoVersionsApart) {
  Driven run(Pipelines({Agent("work"), Review("review", "work")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Done());
  run.End("review", Revision());
  run.End("work", Done());
  EXPECT_EQ(run.Flying(), Names{"review"}) << "isolation is `shared`: there are no snapshots";
}

TEST(Verdicts, ACheckThatWaitsForSomethingOutsideIsRunAgain) {
  Stage poll = Check("poll", "poll");
  poll.max_iterations = 5;
  Driven run(Pipelines({Agent("work"), poll, Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  for (int round = 0; round < 3; ++round) run.End("poll", Checked(false, 1));
  run.End("poll", Checked(true));
  EXPECT_EQ(run.Flying(), Names{"end"});
}

TEST(Verdicts, OfAPlanStandAsLongAsItIsTheSame) {
  Stage plan = Agent("plan");
  plan.produces = "plan";
  Driven run(Pipelines({plan, Review("audit", "plan")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("audit", Revision(1, "no tests"));
  run.End("plan", Planned(LoosePlan("h2", 1)));
  run.End("audit", Revision(1, "no tests"));
  run.End("plan", Planned(LoosePlan("h2", 1)));
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_FALSE(run.Open().empty());
}

TEST(Verdicts, OfAPanelStandAsAWhole) {
  Stage gates = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"}, "work");
  Driven run(Pipelines({Agent("work"), gates}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("gates:c", Revision());
  run.End("work", Leaves("c1"));
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_EQ(Asked(run),
            "`gates` still asks for changes, and the revision changed nothing: 2 of 3 members ask for changes");
}

TEST(Verdicts, AStepWhoseRepairChangedNothingIsBlocked) {
  for (const int rules : {7, kRules}) {
    Stage verify = Check("verify", "work");
    verify.repair = 3;
    verify.on_exhausted = OnExhausted::kBlock;
    Driven run(Pipelines({Each("build")}, {Agent("work"), verify}), LoosePlan("h", 1));
    run.start.rules = rules;
    run.Begin();
    run.End("s0/work", Leaves("c1"));
    run.End("s0/verify", Checked(false, 1));
    run.End("s0/work", Leaves("c1"));
    run.End("s0/verify", Checked(false, 1));
    EXPECT_EQ(run.step("s0"), rules < 8 ? StepStatus::kRunning : StepStatus::kBlocked);
    if (rules < 8) continue;
    EXPECT_NE(run.StepAt("s0").reason.find("the repair changed nothing"), std::string::npos) << run.StepAt("s0").reason;
  }
}

TEST(Verdicts, AMergeSendsBackWhatItHasPutOnTopOfTheBranch) {
  Driven run(Pipelines({Each("build")}, {Agent("work"), Integrate("merge", "work")}), LoosePlan("h", 1));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Leaves("c1"));
  UnitOutcome conflict = Checked(false, 1);
  conflict.snapshot = "c2";
  conflict.unmerged = true;
  run.End("s0/merge", conflict);
  run.End("s0/work", Leaves("c2"));
  run.End("s0/merge", conflict);
  EXPECT_NE(Asked(run).find("`merge` still fails, and the repair changed nothing"), std::string::npos) << Asked(run);
}

// With isolation `shared` there are no snapshots, and a report of the work may be the same for other files.
TEST(Verdicts, DoNotStandForADocumentBesideFilesThatNobodyCompares) {
  Stage work = Agent("work");
  work.produces = "PROGRESS.md";
  Driven run(Pipelines({work, Review("review", "work"), Review("validate", "work"), Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  UnitOutcome reported = Done();
  reported.artifacts = {{"PROGRESS.md", "h1"}};
  run.End("work", reported);
  run.End("review", Approved());
  run.End("validate", Revision());
  run.End("work", reported);
  EXPECT_EQ(run.Flying(), Names{"review"});
}

// With isolation `shared`, too: a plan may be the same while its work is another.
TEST(Verdicts, DoNotStandForAPlanWhoseWorkWasDoneAgain) {
  Stage plan = Agent("plan");
  plan.produces = "plan";
  Driven run(Pipelines({plan, Review("form", "plan"), Agent("work"), Review("audit", "plan"), Check("proof", "work")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("form", Approved());
  run.End("work", Done());
  run.End("audit", Approved());
  run.End("proof", Checked(false, 1));
  run.End("work", Done());
  EXPECT_EQ(run.Flying(), Names{"audit"});
  run.End("audit", Revision());
  run.End("plan", Planned(LoosePlan("h1", 1)));
  EXPECT_EQ(run.Flying(), Names{"form"}) << "it may have looked at the files";
}

// What a build or an installer leaves behind is in no snapshot.
TEST(Verdicts, ARepairAfterWhichACheckFailsOtherwiseHasChangedSomething) {
  const auto failing = [](const char* issue) {
    UnitOutcome failed = Checked(false, 1);
    failed.result = Json::MakeObject().Set("issues", Json::MakeArray().Append(issue));
    return failed;
  };
  for (const int repairs : {0, 3}) {
    Stage verify = Check("verify", "work");
    verify.repair = repairs;
    verify.max_iterations = 9;
    verify.on_exhausted = OnExhausted::kBlock;
    Driven run(Pipelines({Each("build")}, {Agent("work"), verify}), LoosePlan("h", 1));
    run.start.rules = kRules;
    run.Begin();
    run.End("s0/work", Leaves("c1"));
    run.End("s0/verify", failing("npm test: no node_modules"));
    run.End("s0/work", Leaves("c1"));
    run.End("s0/verify", failing("npm test: 1 of 9 fails"));
    EXPECT_EQ(run.Flying(), Names{"s0/work"}) << repairs;
    run.End("s0/work", Leaves("c1"));
    run.End("s0/verify", failing("npm test: 1 of 9 fails"));
    EXPECT_EQ(run.step("s0"), StepStatus::kBlocked) << repairs;
  }
}

TEST(Verdicts, WhatAPersonAcceptedIsNoApproval) {
  for (const bool panel : {false, true}) {
    Stage review = panel ? Panel("review", Aggregate::kAllPass, {"a"}, "work") : Review("review", "work");
    const std::string reviewer = panel ? "review:a" : "review";
    Stage proof = Check("proof", "work");
    proof.max_iterations = 9;
    Driven run(Pipelines({Agent("work"), review, proof, Agent("end")}));
    run.start.rules = kRules;
    run.Begin();
    run.End("work", Leaves("c1"));
    run.End(reviewer, Revision());
    run.End("work", Leaves("c1"));
    run.Answer("accept");
    run.End("proof", Checked(false, 1));
    run.End("work", Leaves("c1"));
    EXPECT_EQ(run.Flying(), Names{reviewer});
  }
}

TEST(Verdicts, AReviewerHearsWhatTheAuthorDoubts) {
  Driven run(Pipelines({Agent("work"), Review("review", "work"), Agent("end")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("work", Leaves("c1"));
  run.End("review", Revision());
  UnitOutcome doubts = Leaves("c1");
  doubts.result.Set("concerns", Json::MakeArray().Append("the point is wrong: see a.cc"));
  run.End("work", doubts);
  EXPECT_EQ(run.Flying(), Names{"review"});
  run.End("review", Revision());
  run.End("work", doubts);
  EXPECT_EQ(run.Flying(), Names{}) << "it has heard this";
}

// Reviewers are told what a person said, so what they approved before is not it.
TEST(Verdicts, WhatAPersonSaysIsJudgedByEveryReviewer) {
  for (const bool says : {false, true}) {
    Stage gates = Panel("gates", Aggregate::kAllPass, {"a"}, "work");
    Stage proof = Check("proof", "work");
    proof.max_iterations = 1;
    Driven run(Pipelines({Agent("work"), Review("review", "work"), gates, proof, Agent("end")}));
    run.start.rules = kRules;
    run.Begin();
    run.End("work", Leaves("c1"));
    run.End("review", Approved());
    run.End("gates:a", Approved());
    run.End("proof", Checked(false, 1));
    run.Answer("retry", says ? "also do X" : "");
    run.End("work", Leaves("c1"));
    EXPECT_EQ(run.Flying(), Names{says ? "review" : "proof"});
    if (!says) continue;
    run.End("review", Approved());
    EXPECT_EQ(run.Flying(), Names{"gates:a"});
  }
}

// Also by those of a panel whose approval the panel would keep, and by all that one of them would speak for.
TEST(Verdicts, WhatAPersonSaysIsJudgedByEveryMember) {
  for (const AsksAgain asks_again : {AsksAgain::kUnconvinced, AsksAgain::kOne}) {
    for (const bool says : {false, true}) {
      Stage gates = Panel("gates", Aggregate::kAllPass, {"a", "b", "c"}, "work");
      gates.asks_again = asks_again;
      gates.max_iterations = 1;
      Driven run(Pipelines({Agent("work"), gates, Agent("end")}));
      run.start.rules = kRules;
      run.Begin();
      run.End("work", Leaves("c1"));
      run.End("gates:a", Approved());
      run.End("gates:b", Revision());
      run.End("gates:c", Revision());
      run.Answer("retry", says ? "also do X" : "");
      run.End("work", Leaves("c2"));
      const Names others = asks_again == AsksAgain::kOne ? Names{"gates:c"} : Names{"gates:b", "gates:c"};
      EXPECT_EQ(run.Flying(), says ? (Names{"gates:a", "gates:b", "gates:c"}) : others);
    }
  }
}

// What is on the branch since may be what breaks it now.
TEST(Verdicts, AMergeThatFailsOnAnotherBranchIsSentBackAgain) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work"), Integrate("merge", "work")}), LoosePlan("h", 2));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", Leaves("c1"));
  run.End("s1/work", Leaves("d1"));
  UnitOutcome conflict = Checked(false, 1);
  conflict.snapshot = "c2";
  conflict.unmerged = true;
  run.End("s0/merge", conflict);
  UnitOutcome merged = Checked(true);
  merged.result.Set("commit", "m1");
  run.End("s1/merge", merged);
  run.End("s0/work", Leaves("c2"));
  run.End("s0/merge", conflict);
  EXPECT_EQ(run.Flying(), Names{"s0/work"}) << Asked(run);
}

// An unattended run has its serious findings fixed, as long as that changes something.
TEST(Verdicts, FindingsThatNobodyFixedAreNotSentAgain) {
  for (const bool changes : {false, true}) {
    Stage findings = Check("findings");
    findings.checks = {"findings"};
    Stage triage = Ask("triage", std::string(kTriagePage), Unattended::kFix);
    triage.on_revision = "work";
    triage.max_iterations = 5;
    Driven run(Pipelines({Agent("work"), findings, triage, Agent("end")}));
    run.start.rules = kRules;
    run.start.attended = false;
    run.Begin();
    UnitOutcome serious = Checked(true);
    serious.result = ParseJson(R"({"serious":["F1"]})").value();
    run.End("work", Leaves("c1"));
    run.End("findings", serious);
    run.End("work", Leaves(changes ? "c2" : "c1"));
    run.End("findings", serious);
    EXPECT_EQ(run.Flying(), Names{changes ? "work" : "end"});
  }
}

TEST(Changes, AreThoseThatTheNextCommitHolds) {
  Driven run(Pipelines({Agent("work"), Agent("docs"), Agent("fix"), Agent("more"), Integrate("commit"), Agent("end")}));
  run.Begin();
  UnitOutcome none = Leaves("c0", "Nothing to do.");
  none.unmerged = false;
  run.End("work", none);
  run.End("docs", Leaves("c1", "Docs say it."));
  run.End("fix", Leaves("c1", "Changed nothing."));
  run.End("more", Leaves("c2", " The rest.\n"));
  const std::vector<LaneChange> made = {{1, "Docs say it."}, {3, "The rest."}};
  EXPECT_EQ(run.state().lane.changes, made);
  run.End("commit", Checked(true));
  EXPECT_TRUE(run.state().lane.changes.empty());
}

}  // namespace
}  // namespace forge::testing
