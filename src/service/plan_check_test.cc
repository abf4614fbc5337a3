#include "service/plan_check.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

constexpr const char* kGood = R"(# Plan: x

## Objective
Do the thing properly.

## Scope
Only here and nowhere else.

## Changes
- `a.cc`: the change

## Risks
None.

## Testing
make

## Steps

### Step a: first
- Writes: `src/a.cc`
- Verify: `make a`

### Step b: second
- Writes: `src/b.cc`
- Verify: `make b`
)";

std::string Findings(const std::string& plan, const std::vector<std::string>& checks = {"structure", "graph"}) {
  return Join(CheckPlanDocument(checks, plan).findings, "\n");
}

TEST(PlanCheck, AWholePlanHasNoFindings) { EXPECT_EQ(Findings(kGood), ""); }

TEST(PlanCheck, NoPlanIsAFinding) { EXPECT_EQ(Findings(" \n"), "there is no plan"); }

TEST(PlanCheck, AMissingSectionIsNamedAndOneInsideAFenceDoesNotCount) {
  const std::string plan =
      ReplaceAll(kGood, "## Scope\nOnly here and nowhere else.\n", "```\n## Scope\nOnly here and nowhere else.\n```\n");
  EXPECT_EQ(Findings(plan), "missing section: Scope");
}

TEST(PlanCheck, APlaceholderIsEmpty) {
  EXPECT_EQ(Findings(ReplaceAll(kGood, "Do the thing properly.", "_What should be achieved?_")),
            "empty section: Objective");
}

TEST(PlanCheck, AStepWithoutAVerifyCommandIsNamed) {
  EXPECT_EQ(Findings(ReplaceAll(kGood, "- Verify: `make b`\n", "")), "step `b` has no verify command");
}

TEST(PlanCheck, StepsThatWriteTheSameMustWaitForEachOther) {
  const std::string clash = ReplaceAll(kGood, "`src/b.cc`", "`src/`");
  EXPECT_NE(Findings(clash).find("`a` and `b` write the same files"), std::string::npos);
  EXPECT_EQ(Findings(ReplaceAll(clash, "- Verify: `make b`", "- Depends: a\n- Verify: `make b`")), "");
}

TEST(PlanCheck, OrderCountsOverSeveralSteps) {
  const std::string chain =
      std::string(kGood) + "\n### Step c: third\n- Depends: b\n- Writes: `src/a.cc`\n- Verify: `true`\n";
  EXPECT_NE(Findings(chain).find("`a` and `c`"), std::string::npos);
  EXPECT_EQ(Findings(ReplaceAll(chain, "- Verify: `make b`", "- Depends: a\n- Verify: `make b`")), "");
}

TEST(PlanCheck, WhatThisVersionCannotCheckIsSaid) {
  const PlanFindings result = CheckPlanDocument({"symbols", "graph"}, kGood);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.not_checked, (std::vector<std::string>{"symbols"}));
}

}  // namespace
}  // namespace forge
