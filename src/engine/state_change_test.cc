#include "engine/state_change.h"

#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

// A damaged journal may lead to such a move; the state is given up, not the process.
TEST(StateChange, RemembersTheFirstMoveThatNoRuleAllows) {
  Driven run(Pipelines({Each("build", 1)}, {Agent("work")}), LoosePlan("h1", 1));
  run.Begin();
  run.End("s0/work", Done());
  State state = run.state();
  StateChange change(state, TimePoint{});
  EXPECT_EQ(change.broken(), "");
  change.SetStep(0, StepStatus::kWaiting);
  change.SetStatus(RunStatus::kBlocked, "");
  EXPECT_EQ(change.broken(), "step `s0` was done and cannot become waiting");
}

}  // namespace
}  // namespace forge::testing
