#include "text/plan/plan_regenerate.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"
#include "text/plan/plan_edit.h"

namespace forge {
namespace {

constexpr const char* kOldPlan = R"(# Plan: x

**ID:** plan-001
**Status:** DRAFT

## Changes

- `src/a.cc`: the parser
- `docs/b.md`: what it reads

## Testing

by hand

---

## Audit Log

## Implementation Notes
)";

TEST(RegenerateSteps, WritesWhatTheChangesGiveBeforeTheLog) {
  const std::string text = RegenerateSteps(kOldPlan).value();
  const PlanDocument plan = ParsePlan(text);
  EXPECT_TRUE(plan.has_steps);
  EXPECT_TRUE(plan.problems.empty());
  const PlanDocument derived = ParsePlan(kOldPlan);
  ASSERT_EQ(plan.steps.size(), derived.steps.size());
  for (std::size_t i = 0; i < plan.steps.size(); ++i) EXPECT_EQ(plan.steps[i], derived.steps[i]);
  EXPECT_LT(text.find("## Steps"), text.find("## Audit Log"));
  EXPECT_GT(text.find("## Steps"), text.find("by hand"));
}

TEST(RegenerateSteps, ReplacesOldStepsAndNothingElse) {
  const std::string once = RegenerateSteps(kOldPlan).value();
  EXPECT_EQ(RegenerateSteps(once).value(), once);
  const std::string worked = SetStepStates(once, {{StepId{"phase-1"}, "done"}}).value();
  EXPECT_EQ(RegenerateSteps(worked).value(), once) << "states belong to steps that were";
}

TEST(RegenerateSteps, RefusesPathsOutOfTheRepository) {
  const std::string text = "# Plan: x\n\n## Changes\n\n- `../other/a.cc`: no\n";
  auto refused = RegenerateSteps(text);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("line 5"), std::string::npos) << refused.error().message;
}

TEST(SetStepStates, ChangesOnlyTheLinesOfTheStepsNamed) {
  const std::string once = RegenerateSteps(kOldPlan).value();
  const std::string two = SetStepStates(once, {{StepId{"phase-1"}, "done"}, {StepId{"phase-2"}, "failed"}}).value();
  EXPECT_EQ(ParsePlan(two).hash, ParsePlan(once).hash);
  EXPECT_EQ(ParsePlan(two).step_states, (std::vector<std::string>{"done", "failed", ""}));
  EXPECT_EQ(SetStepStates(two, {{StepId{"phase-1"}, "failed"}, {StepId{"phase-2"}, "failed"}}).value().size(),
            two.size() + 2);
  EXPECT_EQ(SetStepStates(once, {{StepId{"nobody"}, "done"}}).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace forge
