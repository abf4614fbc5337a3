// Repair: what an overseer says decides whether anybody mends the step, and what he is told.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

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

// Goes through the first pass, in which nobody is asked for a diagnosis yet.
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
  EXPECT_FALSE(run.Flies("s0/debug")) << "nobody can mend it by changing code";
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

}  // namespace
}  // namespace forge::testing
