// A person takes a step over by hand, and gives it back.
#include "engine/handovers.h"

#include <gtest/gtest.h>

#include "engine/state_rows.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet WithSteps(int at_once = 2) {
  return Pipelines({Each("build", at_once)},
                   {Check("before", "", CheckMode::kAdvisory), Agent("work"), Check("verify", "work"),
                    Review("review", "work"), Integrate("commit", "work")});
}

StepTaken OpenStep(const std::string& step, std::int64_t pid = 7) {
  StepTaken in;
  in.step = StepId{step};
  in.holder = {pid, 1, "boot", "here", ""};
  in.by = "ada";
  return in;
}

StepGivenBack CloseStep(const std::string& step, GiveBack as, const std::string& snapshot = "c9") {
  StepGivenBack in;
  in.step = StepId{step};
  in.holder = {7, 1, "boot", "here", ""};
  in.as = as;
  if (as == GiveBack::kHandBack) in.note = "mind the gap";
  in.snapshot = snapshot;
  in.unmerged = !snapshot.empty();
  in.work = "work";
  in.by = "ada";
  return in;
}

UnitOutcome HandSnapshot(const std::string& snapshot) {
  UnitOutcome outcome = Done();
  outcome.snapshot = snapshot;
  outcome.unmerged = true;
  return outcome;
}

void EndStepWell(Driven& run, const std::string& step) {
  run.End(step + "/verify", Checked(true));
  run.End(step + "/review", Approved());
  run.End(step + "/commit", Checked(true));
}

// Three failed rounds: the step asks a person.
void BringToQuestion(Driven& run) {
  run.Begin();
  run.End("s0/before", Checked(true));
  for (int round = 0; round < 3; ++round) {
    run.End("s0/work", HandSnapshot("c" + std::to_string(round)));
    run.End("s0/verify", Checked(false, 1));
  }
  ASSERT_EQ(run.step("s0"), StepStatus::kWaiting);
}

TEST(Handovers, NoUnitOfATakenStepStartsAndOthersGoOn) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  run.Take(OpenStep("s1"));
  run.End("s0/before", Checked(true));
  run.End("s0/work", HandSnapshot("c1"));
  EndStepWell(run, "s0");
  EXPECT_EQ(run.Flying(), Names{});
  EXPECT_EQ(run.step("s1"), StepStatus::kReady);
  EXPECT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_TRUE(Settled(run.state())) << "no engine has to stay for it";
  const RunRow row = MakeRunRow(run.state(), {}, {});
  EXPECT_EQ(row.reason, "step `s1` is open in a shell of ada (process 7)");
  EXPECT_EQ(MakeStepRow(run.state(), 1).reason, "open in a shell of ada (process 7)");
  run.Take(CloseStep("s1", GiveBack::kAsItWas));
  EXPECT_EQ(run.Flying(), Names{"s1/before"});
  EXPECT_EQ(MakeStepRow(run.state(), 1).reason, "");
}

TEST(Handovers, WorkDoneByHandIsVerifiedReviewedAndMergedLikeAny) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  run.start.plan->steps[0].depends.clear();
  run.Begin();
  run.Do(ControlKind::kStop);
  run.End("s0/before", Stopped());
  run.Take(OpenStep("s0"));
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{}) << "resume does not start what a person has open";
  run.Take(CloseStep("s0", GiveBack::kDone));
  EXPECT_EQ(run.Flying(), Names{"s0/before"}) << "what is looked at before the work still is";
  EXPECT_TRUE(run.StepAt("s0").lane->snapshot.empty()) << "and without the work";
  run.End("s0/before", Checked(true));
  EXPECT_EQ(run.Flying(), Names{"s0/verify"}) << "no agent is asked";
  EXPECT_EQ(run.StepAt("s0").lane->snapshot, "c9");
  EXPECT_TRUE(run.StepAt("s0").lane->unmerged);
  EndStepWell(run, "s0");
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Handovers, WorkDoneByHandThatFailsGoesBackToTheAgent) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  BringToQuestion(run);
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kDone));
  EXPECT_TRUE(run.Open().empty()) << "the question is answered by the work";
  EXPECT_EQ(run.Flying(), Names{"s0/verify"});
  run.End("s0/verify", Checked(false, 1));
  EXPECT_EQ(run.Flying(), Names{"s0/work"}) << "with rounds of its own";
  EXPECT_EQ(run.StepAt("s0").lane->snapshot, "c9");
}

TEST(Handovers, TheAgentGoesOnFromThereWithTheNote) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  BringToQuestion(run);
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kHandBack));
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
  EXPECT_EQ(run.At("s0/work").note, "a person has worked on this step and hands it back to you: mind the gap");
  EXPECT_EQ(run.StepAt("s0").lane->snapshot, "c9");
}

// The run was paused while the agent worked, so the step stands at a stage whose condition does not hold.
TEST(Handovers, TheNoteReachesTheAgentAlsoWhereTheNextStageWouldBeSkipped) {
  for (const int rules : {12, kRules}) {
    Stage fix = Agent("fix");
    fix.when = "after review = revision";
    Driven run(
        Pipelines({Each("build", 1)}, {Agent("work"), fix, Check("verify", "work"), Integrate("commit", "work")}),
        LoosePlan("h", 1));
    run.start.rules = rules;
    run.Begin();
    run.Do(ControlKind::kPause);
    run.End("s0/work", HandSnapshot("c1"));
    run.Take(OpenStep("s0"));
    run.Take(CloseStep("s0", GiveBack::kHandBack));
    run.Do(ControlKind::kResume);
    if (rules < 13) {
      run.End("s0/?fix", Gated(false, false));
      EXPECT_EQ(run.Flying(), Names{"s0/verify"}) << "as it did when the run began";
      continue;
    }
    ASSERT_EQ(run.Flying(), Names{"s0/work"});
    EXPECT_EQ(run.At("s0/work").note, "a person has worked on this step and hands it back to you: mind the gap");
  }
}

TEST(Handovers, TheNoteReachesTheAgentThatFixesWhatAStageFound) {
  Stage fix = Agent("fix");
  fix.when = "after verify = revision";
  Driven run(Pipelines({Each("build", 1)}, {Agent("work"), fix, Check("verify", "fix"), Integrate("commit", "fix")}),
             LoosePlan("h", 1));
  run.start.rules = kRules;
  run.Begin();
  run.End("s0/work", HandSnapshot("c1"));
  run.End("s0/?fix", Gated(false, false));
  run.Do(ControlKind::kPause);
  run.End("s0/verify", Checked(false, 1));
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kHandBack));
  run.Do(ControlKind::kResume);
  run.End("s0/?fix", Gated(true, true));
  ASSERT_EQ(run.Flying(), Names{"s0/fix"});
  EXPECT_EQ(run.At("s0/fix").note, "a person has worked on this step and hands it back to you: mind the gap");
}

TEST(Handovers, TheNoteReachesAnAgentThatHasNotStartedYet) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  run.Take(OpenStep("s1"));
  run.Take(CloseStep("s1", GiveBack::kHandBack));
  run.End("s0/before", Checked(true));
  run.End("s0/work", HandSnapshot("c1"));
  EndStepWell(run, "s0");
  run.End("s1/before", Checked(true));
  EXPECT_EQ(run.At("s1/work").note, "a person has worked on this step and hands it back to you: mind the gap");
  EXPECT_EQ(run.StepAt("s1").lane->snapshot, "c9");
}

TEST(Handovers, AsItWasChangesNothing) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  BringToQuestion(run);
  const State before = run.state();
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kAsItWas));
  EXPECT_EQ(run.state().steps, before.steps);
  EXPECT_EQ(run.Open().size(), 1u);
  EXPECT_TRUE(run.state().handwork.empty());
}

TEST(Handovers, AFailedStepComesBackToLife) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  run.Begin();
  run.End("s0/before", Checked(true));
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kDone));
  EXPECT_EQ(run.status(), RunStatus::kActive);
  run.End("s0/before", Checked(true));
  EndStepWell(run, "s0");
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Handovers, RefuseWhatCannotBeTaken) {
  Driven run(WithSteps(1), Plan("h", {Step("s0"), Step("s1", {"s0"})}));
  run.Begin();
  EXPECT_EQ(run.Refused(OpenStep("s0")), "step `s0` is running");
  EXPECT_EQ(run.Refused(OpenStep("s1")), "step `s1` waits for other steps");
  EXPECT_EQ(run.Refused(OpenStep("s9")), "the plan has no step `s9`");
  run.Do(ControlKind::kSkip, "s1");
  EXPECT_EQ(run.Refused(OpenStep("s1")), "step `s1` is skipped");
  EXPECT_EQ(run.Refused(CloseStep("s0", GiveBack::kDone)), "step `s0` is not open in a shell");
  run.Do(ControlKind::kCancel);
  EXPECT_EQ(run.Refused(OpenStep("s0")), "the run has ended (cancelled)");
  Driven planning(Pipelines({Agent("plan"), Each("build")}, {Agent("work")}), LoosePlan("h", 1));
  planning.Begin();
  EXPECT_EQ(planning.Refused(OpenStep("s0")), "the run is not at its steps: step `s0` cannot start");
  Driven runs(Pipelines({EachRun("build")}), LoosePlan("h", 2));
  runs.Begin();
  EXPECT_EQ(runs.Refused(OpenStep("s1")), "no stage of step `s1` has an agent that works");
}

TEST(Handovers, OnlyADeadHolderIsReplaced) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  run.Take(OpenStep("s1"));
  EXPECT_EQ(run.Refused(OpenStep("s1", 8)), "step `s1` is already open in a shell of ada (process 7)");
  StepTaken next = OpenStep("s1", 8);
  next.instead_of = {6, 1, "boot", "here", ""};
  EXPECT_FALSE(run.Refused(next).empty());
  next.instead_of = {7, 1, "boot", "here", ""};
  run.Take(next);
  EXPECT_EQ(run.Refused(CloseStep("s1", GiveBack::kDone)), "step `s1` is open in a shell of ada (process 8) now");
}

TEST(Handovers, AnotherProcessWithTheSamePidIsAnother) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  run.Take(OpenStep("s1"));
  StepTaken next = OpenStep("s1", 8);
  next.instead_of = {7, 2, "boot", "here", ""};
  EXPECT_EQ(run.Refused(next), "step `s1` is already open in a shell of ada (process 7)");
  next.instead_of = {7, 1, "boot", "there", ""};
  EXPECT_FALSE(run.Refused(next).empty());
  StepGivenBack back = CloseStep("s1", GiveBack::kDone);
  back.holder.pid_start = 2;
  EXPECT_EQ(run.Refused(back), "step `s1` is open in a shell of ada (process 7) now");
  back.holder = {7, 0, "", "", ""};
  run.Take(back);  // as a journal of before names it
  EXPECT_TRUE(run.state().holds.empty());
}

TEST(Handovers, EveryNoteReachesAnAgentThatWasNotDoneYet) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  BringToQuestion(run);
  run.Do(ControlKind::kPause);
  StepGivenBack back = CloseStep("s0", GiveBack::kHandBack);
  run.Take(OpenStep("s0"));
  run.Take(back);
  run.Take(OpenStep("s0"));
  run.Take(CloseStep("s0", GiveBack::kAsItWas));
  back.note = "and the step";
  run.Take(OpenStep("s0"));
  run.Take(back);
  run.Do(ControlKind::kResume);
  const std::string both =
      "a person has worked on this step and hands it back to you: mind the gap\nand after that: and the step";
  EXPECT_EQ(run.At("s0/work").note, both);
  run.Do(ControlKind::kStop);
  run.End("s0/work", Stopped());
  back.note = "now";
  run.Take(OpenStep("s0"));
  run.Take(back);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.At("s0/work").note, both + "\nand after that: now") << "the agent that was stopped told nobody";
  run.End("s0/work", HandSnapshot("c5"));
  run.End("s0/verify", Checked(false, 1));
  run.Do(ControlKind::kStop);
  run.End("s0/work", Stopped());
  back.note = "again";
  run.Take(OpenStep("s0"));
  run.Take(back);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.At("s0/work").note, "a person has worked on this step and hands it back to you: again");
}

TEST(Handovers, StepsThatShareAWorktreeWaitForThePerson) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  StepTaken in = OpenStep("s1");
  in.alone = true;
  EXPECT_EQ(run.Refused(in), "another step is running in the worktree that it shares with step `s1`");
  run.Do(ControlKind::kStop);
  run.End("s0/before", Stopped());
  run.Take(in);
  EXPECT_EQ(run.Refused(OpenStep("s0", 9)), "another step is open in the worktree that the steps share");
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{}) << "the other step would work in the same files";
  run.Take(CloseStep("s1", GiveBack::kAsItWas));
  EXPECT_EQ(run.Flying(), Names{"s0/before"});
}

TEST(Handovers, CommandsAndPlansLeaveATakenStepAlone) {
  Driven run(WithSteps(1), LoosePlan("h", 2));
  run.Begin();
  run.Take(OpenStep("s1"));
  EXPECT_NE(run.Refuses(ControlKind::kSkip, "s1").find("step `s1` is open in a shell of ada (process 7)"),
            std::string::npos);
  EXPECT_NE(run.Refused(PlanEdited{LoosePlan("h2", 1)}).find("missing from the new plan"), std::string::npos);
  run.Edit(LoosePlan("h3", 3));
  EXPECT_TRUE(run.state().holds.contains(StepId{"s1"}));
  run.Do(ControlKind::kCancel);
  EXPECT_EQ(run.Refused(CloseStep("s1", GiveBack::kDone)), "the run has ended (cancelled)");
}

TEST(Handovers, AnAnswerWhileAPersonWorksStartsNothing) {
  Driven run(WithSteps(1), LoosePlan("h", 1));
  BringToQuestion(run);
  run.Take(OpenStep("s0"));
  run.Answer("retry");
  EXPECT_EQ(run.Flying(), Names{});
  run.Take(CloseStep("s0", GiveBack::kAsItWas));
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
}

PlanRef OneStepOfKind(const char* kind) {
  StepSpec step = Step("s0");
  step.kind = kind;
  return Plan("h", {step});
}

// A person changes something in a step that only reads, and says that it is done.
void ChangeByHand(Driven& run) {
  run.Begin();
  run.Do(ControlKind::kStop);
  run.End("s0/work", Stopped());
  run.Take(OpenStep("s0"));
  run.Do(ControlKind::kResume);
  run.Take(CloseStep("s0", GiveBack::kDone));
}

PipelineSet WorkAndProof() {
  return Pipelines({Each("build", 1)},
                   {Agent("work"), Check("verify", "work"), Review("review", "work"), Integrate("commit", "work")});
}

TEST(Handovers, WhatAPersonChangedInAStepThatReadsIsTheirsToRepair) {
  for (const char* kind : {"read", "audit"}) {
    Driven run(WorkAndProof(), OneStepOfKind(kind));
    run.start.rules = kRules;
    ChangeByHand(run);
    ASSERT_EQ(run.Flying(), Names{"s0/verify"}) << kind;
    run.End("s0/verify", Checked(false, 1));
    EXPECT_EQ(run.Flying(), Names{}) << "no agent may write there";
    EXPECT_NE(run.TheQuestion().text.find("`verify` refuses what was changed by hand in step s0"), std::string::npos);
    EXPECT_EQ(run.TheQuestion().options, (Names{"retry", "accept", "stop"}));
    run.Answer("retry");
    EXPECT_EQ(run.Flying(), Names{"s0/verify"}) << "the check is asked again, and no agent";
    run.End("s0/verify", Checked(false, 1));
    run.Take(OpenStep("s0"));
    run.Take(CloseStep("s0", GiveBack::kDone, "c10"));
    EXPECT_TRUE(run.Open().empty());
    EndStepWell(run, "s0");
    EXPECT_EQ(run.status(), RunStatus::kCompleted) << kind;
  }
}

TEST(Handovers, WhatAPersonChangedInAStepThatReadsCanBeAcceptedAsItIs) {
  Driven run(WorkAndProof(), OneStepOfKind("read"));
  run.start.rules = kRules;
  ChangeByHand(run);
  run.End("s0/verify", Checked(false, 1));
  run.Answer("accept");
  run.End("s0/review", Revision());
  EXPECT_NE(run.TheQuestion().text.find("`review` refuses what was changed by hand"), std::string::npos);
  run.Answer("accept");
  run.End("s0/commit", Checked(false, 1));
  EXPECT_NE(run.TheQuestion().text.find("`commit` refuses what was changed by hand"), std::string::npos);
  run.Answer("stop");
  EXPECT_EQ(run.step("s0"), StepStatus::kFailed);
}

TEST(Handovers, WhatTheReviewOfAnAuditFindsIsFixedByAnAgentAlsoInWhatAPersonChanged) {
  Driven run(WorkAndProof(), OneStepOfKind("audit"));
  run.start.rules = kRules;
  ChangeByHand(run);
  run.End("s0/verify", Checked(true));
  run.End("s0/review", Revision());
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
  run.End("s0/work", HandSnapshot("c10"));
  run.End("s0/verify", Checked(false, 1));
  EXPECT_EQ(run.Flying(), Names{"s0/work"}) << "it repairs what its fix broke";
}

TEST(Handovers, ARunOfBeforeAsksItsAgentAsItDid) {
  Driven run(WorkAndProof(), OneStepOfKind("read"));
  run.start.rules = 6;
  ChangeByHand(run);
  run.End("s0/verify", Checked(false, 1));
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
}

}  // namespace
}  // namespace forge::testing
