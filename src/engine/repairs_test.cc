// Repair: the verdict of an overseer decides whether a step is repaired, and what the repairing agent is told.
#include <gtest/gtest.h>

#include "engine/parts.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"
#include "model/repair.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

// Work, then a check that sends failures to an overseer and a debugger, three times at most.
PipelineSet Repaired(int max_concurrent = 2) {
  Stage validate = Check("validate", "diagnose");
  validate.max_iterations = 4;
  validate.on_exhausted = OnExhausted::kBlock;
  Stage diagnose = Agent("diagnose");
  diagnose.on_exhausted = OnExhausted::kBlock;
  return Pipelines({Each("build", max_concurrent)}, {Agent("work"), diagnose, Agent("debug"), validate});
}

UnitOutcome Overseer(const std::string& word) {
  UnitOutcome outcome = Done();
  outcome.result = Json::MakeObject()
                       .Set("classification", word)
                       .Set("evidence", "psql is not installed")
                       .Set("suggestion", "install it");
  return outcome;
}

// Goes through the first pass, in which no agent is asked for a diagnosis yet.
void Build(Driven& run, const std::string& step) {
  run.End(step + "/work", Done());
  run.End(step + "/diagnose", Done());
  run.End(step + "/debug", Done());
}

TEST(Repair, AStuckStepIsMendedByWhoIsToldToTakeAnotherWay) {
  for (const char* word : {"stuck", "missing_context"}) {
    Driven run(Repaired(), LoosePlan("h", 1));
    run.Begin();
    Build(run, "s0");
    run.End("s0/validate", Checked(false, 2));
    run.End("s0/diagnose", Overseer(word));
    ASSERT_EQ(run.Flying(), Names{"s0/debug"});
    EXPECT_NE(run.At("s0/debug").note.find("psql is not installed"), std::string::npos) << run.At("s0/debug").note;
    run.End("s0/debug", Done());
    EXPECT_TRUE(run.At("s0/validate").note.empty());
    run.End("s0/validate", Checked(true));
    EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  }
}

TEST(Repair, ABlockedStepIsGivenUpWithEvidenceItsDependentsWaitAndOthersGoOn) {
  Driven run(Repaired(), Plan("h", {Step("s0"), Step("s1", {"s0"}), Step("s2")}));
  run.Begin();
  Build(run, "s0");
  run.End("s0/validate", Checked(false, 1));
  run.End("s0/diagnose", Overseer("blocked"));
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_NE(run.StepAt("s0").reason.find("psql is not installed"), std::string::npos);
  EXPECT_FALSE(run.Flies("s0/debug")) << "no change of code can repair it";
  EXPECT_EQ(run.step("s1"), StepStatus::kPending);
  Build(run, "s2");
  run.End("s2/validate", Checked(true));
  EXPECT_EQ(run.step("s2"), StepStatus::kDone);
}

TEST(Repair, WhoMayNotGiveAStepUpOnlyGivesHisOpinion) {
  PipelineSet pipelines = Repaired();
  pipelines.pipelines[1].stages[1].on_exhausted = OnExhausted::kEscalate;
  Driven run(pipelines, LoosePlan("h", 1));
  run.Begin();
  Build(run, "s0");
  run.End("s0/validate", Checked(false, 1));
  run.End("s0/diagnose", Overseer("blocked"));
  EXPECT_EQ(run.Flying(), Names{"s0/debug"});
}

TEST(Repair, ADebuggerHasThreeTries) {
  for (int succeeds_at : {3, 4}) {
    Driven run(Repaired(), LoosePlan("h", 1));
    run.Begin();
    Build(run, "s0");
    for (int attempt = 1; attempt <= 3; ++attempt) {
      run.End("s0/validate", Checked(false, 1));
      run.End("s0/diagnose", Overseer("stuck"));
      run.End("s0/debug", Done());
    }
    run.End("s0/validate", Checked(succeeds_at == 3, 1));
    EXPECT_EQ(run.step("s0"), succeeds_at == 3 ? StepStatus::kDone : StepStatus::kBlocked);
    EXPECT_FALSE(run.Flies("s0/debug"));
  }
}

// Work, a stage that splits the step, one that repairs it, and a check that leaves the choice to the table.
PipelineSet WithRepairs(int budget = 2, OnExhausted on_exhausted = OnExhausted::kBlock) {
  Stage split = Agent("split");
  split.produces = "steps";
  Stage verify = Check("verify", "repair");
  verify.repair = budget;
  verify.on_exhausted = on_exhausted;
  return Pipelines({Each("build", 4)}, {Agent("work"), split, Agent("repair"), verify});
}

UnitOutcome Fails(const RepairSignals& signals, const std::string& issue) {
  UnitOutcome outcome = Checked(false, 1);
  outcome.summary = issue;
  outcome.result = Json::MakeObject().Set("signals", ToJson(signals)).Set("issues", Json::MakeArray().Append(issue));
  return outcome;
}

RepairSignals Missing(std::vector<std::string> lines) {
  RepairSignals signals;
  signals.missing = std::move(lines);
  return signals;
}

RepairSignals Command() {
  RepairSignals signals;
  signals.commands = 1;
  return signals;
}

StepSpec Large(const std::string& id, std::vector<std::string> depends = {}, std::vector<std::string> writes = {}) {
  StepSpec step = Step(id, std::move(depends), std::move(writes));
  step.extra = Json::MakeObject().Set("large", true);
  return step;
}

// The step's plan with two parts of it.
PlanRef InTwo(const PlanRef& plan, const std::string& step, const std::string& hash) {
  PlanRef made = plan;
  for (std::size_t place = 0; place < made.steps.size(); ++place) {
    if (made.steps[place].id.value != step) continue;
    StepSpec first = Step(step + ".1", {}, made.steps[place].writes);
    StepSpec second = Step(step + ".2", {step + ".1"}, made.steps[place].writes);
    made.steps[place].depends.push_back(first.id);
    made.steps[place].depends.push_back(second.id);
    made.steps.insert(made.steps.begin() + static_cast<std::ptrdiff_t>(place) + 1, {first, second});
    break;
  }
  made.hash = hash;
  return made;
}

void Through(Driven& run, const std::string& step) {
  run.End(step + "/work", Done());
  run.End(step + "/repair", Done());
}

TEST(NodeRepair, ARetryIsToldWhatIsMissing) {
  Driven run(WithRepairs(), LoosePlan("h", 1));
  run.Begin();
  EXPECT_EQ(run.Flying(), Names{"s0/work"});
  Through(run, "s0");
  const Decision decision = run.End("s0/verify", Fails(Missing({"a.cc: does not exist"}), "a"));
  EXPECT_EQ(NoteOf(decision, "repair").data["strategy"].AsString(), "retry");
  EXPECT_EQ(NoteOf(decision, "repair").data["used"].AsInt(), 1);
  ASSERT_EQ(run.Flying(), Names{"s0/repair"}) << "only a repair leads into the stage that splits steps";
  EXPECT_NE(run.At("s0/repair").note.find("a.cc: does not exist"), std::string::npos) << run.At("s0/repair").note;
  run.End("s0/repair", Done());
  run.End("s0/verify", Checked(true));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
}

TEST(NodeRepair, AUsedUpBudgetBlocksTheStepWithEvidenceAndOthersGoOn) {
  Driven run(WithRepairs(), Plan("h", {Step("s0"), Step("s1", {"s0"}), Step("s2")}));
  run.Begin();
  Through(run, "s0");
  for (const char* issue : {"one", "two"}) {
    run.End("s0/verify", Fails(Command(), issue));
    run.End("s0/repair", Done());
  }
  run.End("s0/verify", Fails(Command(), "three"));
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
  EXPECT_NE(run.StepAt("s0").reason.find("three (all 2 repairs are used)"), std::string::npos)
      << run.StepAt("s0").reason;
  EXPECT_EQ(run.step("s1"), StepStatus::kPending);
  Through(run, "s2");
  run.End("s2/verify", Checked(true));
  EXPECT_EQ(run.step("s2"), StepStatus::kDone);
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry, "s0");
  EXPECT_EQ(run.StepAt("s0").repairs, 0) << "a person's retry is a new start";
}

TEST(NodeRepair, TheSameFailureAgainIsGivenUpBeforeTheBudget) {
  Driven run(WithRepairs(5), LoosePlan("h", 1));
  run.Begin();
  Through(run, "s0");
  run.End("s0/verify", Fails(Command(), "same"));
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Command(), "same"));
  EXPECT_EQ(run.step("s0"), StepStatus::kBlocked);
}

TEST(NodeRepair, APersonMayGiveOneRepairMore) {
  Driven run(WithRepairs(1, OnExhausted::kEscalate), LoosePlan("h", 1));
  run.Begin();
  Through(run, "s0");
  run.End("s0/verify", Fails(Command(), "one"));
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Command(), "two"));
  ASSERT_EQ(run.step("s0"), StepStatus::kWaiting);
  run.Answer("retry");
  run.End("s0/repair", Done());
  run.End("s0/verify", Checked(true));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
}

// The simulation holds the limit by the rounds: found with seed 41165 of 100,000.
TEST(NodeRepair, ARoundThatFoundNoRepairLeftIsNotCounted) {
  Driven run(WithRepairs(1, OnExhausted::kEscalate), LoosePlan("h", 1));
  const auto rounds = [&] { return run.StepAt("s0").lane->memos.back().rounds; };
  run.Begin();
  Through(run, "s0");
  run.End("s0/verify", Fails(Command(), "one"));
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Command(), "two"));
  EXPECT_EQ(rounds(), 1);
  run.Answer("retry");
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Command(), "three"));
  EXPECT_EQ(rounds(), 1);
  ASSERT_EQ(run.Flying(), Names{"s0/repair"});
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Command(), "four"));
  EXPECT_EQ(run.step("s0"), StepStatus::kWaiting);
}

TEST(NodeRepair, ALargeStepBecomesSeveralAndIsProvedAgainWhenTheyAreDone) {
  const PlanRef plan = Plan("h", {Large("s0", {}, {"src/a.cc", "src/b.cc"}), Step("s1", {"s0"})});
  Driven run(WithRepairs(), plan);
  run.Begin();
  Through(run, "s0");
  const auto decision = run.End("s0/verify", Fails(Missing({"a.cc: x", "b.cc: y"}), "ab"));
  EXPECT_EQ(NoteOf(decision, "repair").data["strategy"].AsString(), "decompose");
  ASSERT_EQ(run.Flying(), Names{"s0/split"});
  run.End("s0/split", Planned(InTwo(plan, "s0", "h2")));
  EXPECT_EQ(run.step("s0"), StepStatus::kPending);
  ASSERT_EQ(run.Flying(), Names{"s0.1/work"});
  for (const char* part : {"s0.1", "s0.2"}) {
    Through(run, part);
    run.End(std::string(part) + "/verify", Checked(true));
  }
  ASSERT_EQ(run.Flying(), Names{"s0/work"}) << "the whole is proved again, by its own stages";
  EXPECT_NE(run.At("s0/work").note.find("s0.1, s0.2"), std::string::npos);
  EXPECT_EQ(run.StepAt("s0").repairs, 1) << "and its budget goes on";
  Through(run, "s0");
  run.End("s0/verify", Checked(true));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  Through(run, "s1");
  run.End("s1/verify", Checked(true));
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(NodeRepair, APartOrAStepThatWasTakenApartIsNotTakenApartAgain) {
  const PlanRef plan = Plan("h", {Large("s0")});
  PlanRef parts = InTwo(plan, "s0", "h2");
  for (StepSpec& step : parts.steps) step.extra = Json::MakeObject().Set("large", true);
  Driven run(WithRepairs(3), parts);
  run.Begin();
  Through(run, "s0.1");
  const auto part = run.End("s0.1/verify", Fails(Missing({"a.cc: x", "b.cc: y"}), "ab"));
  EXPECT_EQ(NoteOf(part, "repair").data["strategy"].AsString(), "retry");
  run.End("s0.1/repair", Done());
  run.End("s0.1/verify", Checked(true));
  Through(run, "s0.2");
  run.End("s0.2/verify", Checked(true));
  Through(run, "s0");
  const auto whole = run.End("s0/verify", Fails(Missing({"a.cc: x", "b.cc: y"}), "ab"));
  EXPECT_EQ(NoteOf(whole, "repair").data["strategy"].AsString(), "retry");
}

TEST(NodeRepair, AnAnswerWithoutPartsIsAskedForOnceMoreAndThenTheStepFails) {
  Driven run(WithRepairs(), Plan("h", {Large("s0")}));
  run.Begin();
  Through(run, "s0");
  run.End("s0/verify", Fails(Missing({"a.cc: x", "b.cc: y"}), "ab"));
  run.End("s0/split", Done());
  ASSERT_TRUE(run.Flies("s0/split"));
  while (run.Flies("s0/split")) run.End("s0/split", Done());
  EXPECT_EQ(run.step("s0"), StepStatus::kFailed);
}

// An approval is for what was shown: parts that stay inside of it need no other, and parts that do not, do.
TEST(NodeRepair, TakingApartKeepsAnApprovalOnlyInsideOfWhatWasApproved) {
  for (const bool inside : {true, false}) {
    PipelineSet pipelines = WithRepairs();
    pipelines.pipelines[0].stages.insert(pipelines.pipelines[0].stages.begin(), Ask("approve", "plan"));
    Point(pipelines);
    const PlanRef plan = Plan("h", {Large("s0", {}, {"src/a.cc"})});
    Driven run(pipelines, plan);
    run.Begin();
    run.Answer("yes");
    Through(run, "s0");
    run.End("s0/verify", Fails(Missing({"a.cc: x", "b.cc: y"}), "ab"));
    PlanRef parts = InTwo(plan, "s0", "h2");
    if (!inside) parts.steps[1].writes = {"src/other.cc"};
    run.End("s0/split", Planned(parts));
    if (inside) {
      EXPECT_EQ(run.Flying(), Names{"s0.1/work"});
    } else {
      EXPECT_TRUE(run.Flying().empty());
      EXPECT_EQ(run.TheQuestion().kind, QuestionKind::kReapproval);
    }
  }
}

TEST(NodeRepair, WhatItsAuthorLeavesOutWithAReasonIsPrunedAndKeptInMind) {
  Driven run(WithRepairs(), LoosePlan("h", 1));
  run.Begin();
  UnitOutcome work = Done();
  work.result = Json::MakeObject().Set("left_out", Json::MakeArray().Append("a.cc: the build makes it"));
  run.End("s0/work", work);
  run.End("s0/repair", Done());
  const auto decision = run.End("s0/verify", Fails(Missing({"a.cc: does not exist"}), "a"));
  EXPECT_TRUE(Said(decision, "pruned"));
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  EXPECT_EQ(run.StepAt("s0").pruned, std::vector<std::string>{"a.cc: does not exist"});
}

TEST(NodeRepair, WhatAStepOwesWhenItIsAcceptedIsKeptInMind) {
  Driven run(WithRepairs(1, OnExhausted::kEscalate), LoosePlan("h", 1));
  run.Begin();
  Through(run, "s0");
  run.End("s0/verify", Fails(Missing({"a.cc: does not exist"}), "a"));
  run.End("s0/repair", Done());
  run.End("s0/verify", Fails(Missing({"a.cc: does not exist"}), "a"));
  run.Answer("accept");
  EXPECT_EQ(run.step("s0"), StepStatus::kDone);
  EXPECT_EQ(run.StepAt("s0").dropped, std::vector<std::string>{"a.cc: does not exist"});
  EXPECT_TRUE(run.state().has_dropped) << "no unit is told otherwise";
}

TEST(NodeRepair, AChangedPlanIsOnlyADecompositionWhenNothingElseChanged) {
  const PlanRef plan = Plan("h", {Step("a"), Large("b", {"a"}, {"src/**"}), Step("c", {"b"})});
  const PlanRef good = InTwo(plan, "b", "h2");
  EXPECT_TRUE(IsDecomposition(plan, good, StepId{"b"}));
  EXPECT_FALSE(IsDecomposition(plan, good, StepId{"a"}));
  EXPECT_FALSE(IsDecomposition(plan, plan, StepId{"b"})) << "no parts";
  PlanRef other = good;
  other.steps[0].what = "something else";
  EXPECT_FALSE(IsDecomposition(plan, other, StepId{"b"}));
  other = good;
  other.steps[2].depends.push_back(StepId{"c"});
  EXPECT_FALSE(IsDecomposition(plan, other, StepId{"b"})) << "a part waits for what the step did not wait for";
  other = good;
  other.steps[2].writes.clear();
  EXPECT_FALSE(IsDecomposition(plan, other, StepId{"b"})) << "a part may write anywhere";
  other = good;
  other.steps[1].depends.pop_back();
  EXPECT_FALSE(IsDecomposition(plan, other, StepId{"b"})) << "the step does not wait for its part";
  other = good;
  other.steps.push_back(Step("d"));
  EXPECT_FALSE(IsDecomposition(plan, other, StepId{"b"}));
}

}  // namespace
}  // namespace forge::testing
