#include "service/git_check.h"

#include <gtest/gtest.h>

#include "workspace/names.h"

namespace forge {
namespace {

State AtItsSteps() {
  State state;
  state.lane.phase = LanePhase::kFanning;
  state.next_unit = 5;
  state.plan = PlanRef{"h", "", {}};
  for (const char* id : {"a", "b"}) {
    StepSpec step;
    step.id = StepId{id};
    state.plan->steps.push_back(step);
    StepState waits;
    waits.status = StepStatus::kWaiting;
    state.steps.push_back(waits);
  }
  return state;
}

TEST(GitCheck, AStepAtItsCheckpointIsKnownToBeMerged) {
  State state = AtItsSteps();
  Question look;
  look.kind = QuestionKind::kCheckpoint;
  look.lane = LaneId::OfStep(0);
  state.questions[QuestionId{1}] = look;
  state.open.insert(QuestionId{1});
  RunInGit found;
  found.units[9] = "c9";
  found.integrated[LaneName("a")] = "c1";
  found.integrated[LaneName("b")] = "c9";
  const auto differs = FindAhead(state, "forge/run-001", found, "t");
  ASSERT_TRUE(differs.has_value());
  EXPECT_EQ(differs->merged, std::vector<StepId>{StepId{"b"}});
}

}  // namespace
}  // namespace forge
