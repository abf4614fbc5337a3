#include "service/plan/plan_file.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plan/plan_form.h"

namespace forge {
namespace {

constexpr const char* kChangesOnly = "# Plan: x\n\n## Changes\n\n- `a.cc`: faster\n- `b.cc`: new\n";

TEST(PlanFile, APersonsPlanMayLeaveTheStepsToItsChanges) {
  const auto plan = ReadPlanText(kChangesOnly, "p.md");
  ASSERT_TRUE(plan.has_value());
  EXPECT_GE(plan->steps.size(), 2U);
}

TEST(PlanFile, WhereStepsMustBeListedNoneIsMadeUp) {
  const auto none = ReadPlanText(kChangesOnly, "p.md", StepSource::kListed);
  ASSERT_FALSE(none.has_value());
  EXPECT_TRUE(
      none.error().message.starts_with("p.md: the plan has no section `## Steps`: write a block `### Step ID: "
                                       "TITLE` for each step below `## Steps`"))
      << none.error().message;
  const auto empty = ReadPlanText(std::string(kChangesOnly) + "\n## Steps\n\n1. First\n", "p.md", StepSource::kListed);
  ASSERT_FALSE(empty.has_value());
  EXPECT_TRUE(empty.error().message.starts_with("p.md:8: the section `## Steps` has no step: write a block"))
      << empty.error().message;
  EXPECT_TRUE(ReadPlanText(PlanFormExample(), "p.md", StepSource::kListed).has_value());
}

// A run keeps the state of a step that is the same in its new plan: one below a step that was split was done again.
TEST(PlanFile, AStepIsTheSameWhereverItStands) {
  const std::string head = "# Plan: x\n\n## Steps\n\n";
  const std::string part = "### Step a: one\n\n**Verify:** `true`\n\n";
  const std::string step = "### Step b: two\n\n**Verify:** `true`\n**Claims:**\n- fact: it says x — `a.cc:1`\n";
  const auto plan = ReadPlanText(head + step, "p.md");
  const auto longer = ReadPlanText(head + part + step, "p.md");
  ASSERT_TRUE(plan.has_value() && longer.has_value());
  ASSERT_EQ(plan->steps[0].claims.size(), 1U);
  EXPECT_EQ(plan->steps[0], longer->steps[1]);
}

// The journal of a run that an older Forge began has the lines of its claims.
TEST(PlanFile, AStepThatOnlyItsClaimsLinesTellApartStaysAsItWas) {
  const std::string head = "# Plan: x\n\n## Steps\n\n";
  const std::string step = "### Step b: two\n\n**Verify:** `true`\n**Claims:**\n- fact: it says x — `a.cc:1`\n";
  PlanRef before = ReadPlanText(head + step, "p.md").value();
  EXPECT_FALSE(HasClaimLines(before));
  before.steps[0].claims[0].line = 21;
  EXPECT_TRUE(HasClaimLines(before));
  PlanRef same = ReadPlanText(head + step + "\n### Step c: three\n\n**Verify:** `true`\n", "p.md").value();
  KeepClaimLines(before, same);
  EXPECT_EQ(same.steps[0], before.steps[0]);
  PlanRef other = ReadPlanText(head + ReplaceAll(step, "says x", "says y"), "p.md").value();
  KeepClaimLines(before, other);
  EXPECT_EQ(other.steps[0].claims[0].line, 0) << "it was changed";
}

TEST(PlanFile, OtherLabelsAreFaultsOnlyWhereTheyAreRefused) {
  const char* const text = "# Plan: x\n\n## Steps\n\n### Step a: b\n\n**Phase:** one\n\n**Verify:** `true`\n";
  const auto kept = ReadPlanText(text, "p.md");
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->steps[0].extra.Dump(), R"({"phase":"one"})");
  const auto refused = ReadPlanText(text, "p.md", StepSource::kListed, OtherLabels::kRefused);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("p.md:7: step a: \"Phase\" is not a field"), std::string::npos);
}

}  // namespace
}  // namespace forge
