#include "text/plan/plan_regenerate.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(RegenerateSteps, AFileInsertedFirstLeavesTheOtherStepsTheirIds) {
  const PlanDocument before = ParsePlan(RegenerateSteps(kOldPlan).value());
  std::string edited(kOldPlan);
  edited.insert(edited.find("- `src/a.cc`"), "- `lib/new.cc`: comes first now\n- `src/z.cc`: beside the parser\n");
  DecomposeOptions options;
  options.before = before.steps;
  const PlanDocument after = ParsePlan(RegenerateSteps(edited, options).value());
  ASSERT_EQ(before.steps.size(), 3U);
  ASSERT_EQ(after.steps.size(), 5U);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto same = std::ranges::find(after.steps, before.steps[i].id, &StepSpec::id);
    ASSERT_NE(same, after.steps.end()) << before.steps[i].id.value;
    EXPECT_EQ(*same, before.steps[i]);
  }
  EXPECT_EQ(after.steps.back().id, before.steps.back().id) << "the audit is the same one, with more to look at";
  EXPECT_EQ(after.steps.back().depends.size(), 4U);
  EXPECT_TRUE(after.problems.empty());
  for (const char* id : {"phase-4", "phase-5"}) {
    EXPECT_NE(std::ranges::find(after.steps, StepId{id}, &StepSpec::id), after.steps.end()) << id;
  }
}

TEST(RegenerateSteps, WhatAPersonAddedToAStepStaysWithIt) {
  std::string text = RegenerateSteps(kOldPlan).value();
  const std::string added = "**Verify:** `make a`\n**Claims:**\n- strategic: one pass\n  - rationale: small\n";
  text.insert(text.find("### Step phase-2"), added + "\n");
  text.insert(text.find("### Step phase-3"), "**Depends:** phase-1\n\n");
  DecomposeOptions options;
  options.before = ParsePlan(text).steps;
  ASSERT_EQ(options.before[0].verify, std::vector<std::string>{"make a"});
  text.insert(text.find("- `src/a.cc`"), "- `lib/new.cc`: comes first now\n");
  const PlanDocument after = ParsePlan(RegenerateSteps(text, options).value());
  for (std::size_t i = 0; i < 2; ++i) {
    const auto same = std::ranges::find(after.steps, options.before[i].id, &StepSpec::id);
    ASSERT_NE(same, after.steps.end());
    EXPECT_EQ(same->verify, options.before[i].verify);
    EXPECT_EQ(same->claims.size(), options.before[i].claims.size());
    EXPECT_EQ(same->depends, options.before[i].depends);
  }
  // Without the step that it waits for, and with a command of its own in Changes.
  std::string other(kOldPlan);
  other.replace(other.find("- `src/a.cc`: the parser"), 24, "- `src/z.cc`: the lexer\n  Verify: `make z`");
  const PlanDocument later = ParsePlan(RegenerateSteps(other, options).value());
  const auto second = std::ranges::find(later.steps, options.before[1].id, &StepSpec::id);
  ASSERT_NE(second, later.steps.end());
  EXPECT_TRUE(second->depends.empty());
  EXPECT_TRUE(later.problems.empty());
}

TEST(RegenerateSteps, AStepWhoseTextChangedKeepsItsIdAndIsAnother) {
  const PlanDocument before = ParsePlan(RegenerateSteps(kOldPlan).value());
  std::string edited(kOldPlan);
  edited.replace(edited.find("the parser"), 10, "a lexer");
  DecomposeOptions options;
  options.before = before.steps;
  const PlanDocument after = ParsePlan(RegenerateSteps(edited, options).value());
  ASSERT_EQ(after.steps.size(), 3U);
  EXPECT_EQ(after.steps[0].id, before.steps[0].id);
  EXPECT_NE(after.steps[0], before.steps[0]);
  EXPECT_EQ(after.steps[1], before.steps[1]);
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

TEST(RegenerateSteps, WhatAnotherToolHadDoneStaysDoneIfItIsTheSame) {
  const std::string once = RegenerateSteps(kOldPlan).value();
  const std::string done =
      SetStepStates(once, {{StepId{"phase-1"}, "done (imported)"}, {StepId{"phase-2"}, "done (imported)"}}).value();
  DecomposeOptions options;
  options.before = ParsePlan(done).steps;
  EXPECT_EQ(KeepImportedStates(done, RegenerateSteps(done, options).value()).value(), done);
  std::string edited = done;
  edited.replace(edited.find(": the parser"), 12, ": the reader");
  const PlanDocument after = ParsePlan(KeepImportedStates(edited, RegenerateSteps(edited, options).value()).value());
  EXPECT_EQ(after.step_states.at(0), "") << "its work is another";
  EXPECT_EQ(after.step_states.at(1), "done (imported)");
}

}  // namespace
}  // namespace forge
