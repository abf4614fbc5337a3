#include "text/plan/plan_parts.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr const char* kPlanOfParts = R"(# A plan

**Status:** APPROVED

## Objective

Do it.

## Steps

### Step base: the base

**Writes:** base.txt
**Verify:** `true`

### Step big: everything else

A remark of the author.

**Depends on:** base
**Writes:** src/**
**Verify:** `test -f src/a`

### Step last: the end

**Depends on:** big
**Verify:** `true`

## Audit Log

nothing
)";

constexpr const char* kAnswer = R"(Here are the parts.

### Step one: the first half

**Writes:** src/a
**Verify:** `test -f src/a`

### Step two: the second half

**Depends on:** one, base
**Writes:** src/b
**Verify:** `test -f src/b`
)";

StepSpec Big() { return ParsePlan(kPlanOfParts).steps[1]; }

TEST(PlanParts, AreReadFromAnAnswerNamedAfterTheirStep) {
  const auto parts = ReadStepParts(kAnswer, Big());
  ASSERT_TRUE(parts.has_value()) << parts.error().message;
  ASSERT_EQ(parts->size(), 2U);
  EXPECT_EQ((*parts)[0].id.value, "big.1");
  EXPECT_EQ((*parts)[0].depends, std::vector<StepId>{StepId{"base"}});
  EXPECT_EQ((*parts)[1].depends, (std::vector<StepId>{StepId{"base"}, StepId{"big.1"}}));
  EXPECT_EQ((*parts)[1].writes, std::vector<std::string>{"src/b"});
}

TEST(PlanParts, ThatBreakTheRulesAreRefusedInWords) {
  const std::string one = "### Step one: first\n\n**Writes:** src/a\n**Verify:** `true`\n\n";
  const struct {
    std::string answer;
    const char* why;
  } rows[] = {
      {"I would rather not.", "0 parts"},
      {one, "1 parts"},
      {one + "### Step two: second\n\n**Writes:** src/b\n", "no verify command"},
      {one + "### Step two: second\n\n**Writes:** docs/b\n**Verify:** `true`\n", "writes docs/b"},
      {one + "### Step two: second\n\n**Depends on:** last\n**Writes:** src/b\n**Verify:** `true`\n", "last"},
      {one + one, "already defined"},
  };
  for (const auto& row : rows) {
    const auto parts = ReadStepParts(row.answer, Big());
    ASSERT_FALSE(parts.has_value()) << row.answer;
    EXPECT_EQ(parts.error().code, Code::kInvalid);
    EXPECT_NE(parts.error().message.find(row.why), std::string::npos) << parts.error().message;
  }
}

TEST(PlanParts, AreWrittenBelowTheirStepWhichWaitsForThemAndNothingElseChanges) {
  const std::string made = TakeStepApart(kPlanOfParts, StepId{"big"}, ReadStepParts(kAnswer, Big()).value()).value();
  const PlanDocument before = ParsePlan(kPlanOfParts);
  const PlanDocument after = ParsePlan(made);
  EXPECT_TRUE(after.problems.empty());
  ASSERT_EQ(after.steps.size(), 5U);
  EXPECT_EQ(after.steps[0], before.steps[0]);
  EXPECT_EQ(after.steps[4], before.steps[2]);
  EXPECT_EQ(after.steps[1].depends, (std::vector<StepId>{StepId{"base"}, StepId{"big.1"}, StepId{"big.2"}}));
  StepSpec whole = after.steps[1];
  whole.depends = before.steps[1].depends;
  EXPECT_EQ(whole, before.steps[1]);
  EXPECT_NE(made.find("## Audit Log"), std::string::npos);
  EXPECT_NE(made.find("**Status:** APPROVED"), std::string::npos);
  EXPECT_EQ(TakeStepApart(made, StepId{"big"}, ReadStepParts(kAnswer, Big()).value()).value(), made)
      << "once is enough";
}

TEST(PlanParts, OfAMissingStepAreRefused) {
  EXPECT_EQ(TakeStepApart(kPlanOfParts, StepId{"nobody"}, ReadStepParts(kAnswer, Big()).value()).error().code,
            Code::kNotFound);
}

}  // namespace
}  // namespace forge
