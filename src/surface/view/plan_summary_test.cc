#include "surface/view/plan_summary.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PlanSummary, TellsStepsFindingsAndTheEstimateButNoLog) {
  PlanSummaryFacts facts;
  facts.plan = ParsePlan(
      "# Plan: Two files\n\n## Objective\n\nWrite two files.\n\n## Steps\n\n### Step one: write one\n\n**Writes:** "
      "`one.txt`\n**Verify:** `true`\n**Checkpoint:** true\n\n### Step two: write two\n\n**Depends:** one\n**Verify:** "
      "`true`\n\n## Audit Log\n\nsecret words of a reviewer\n");
  facts.path = "PLAN.md";
  facts.estimate = "no basis yet";
  RunFinding open;
  open.id = "F1";
  open.finding.description = "two needs a test";
  open.finding.severity = "medium";
  RunFinding fixed = open;
  fixed.id = "F2";
  fixed.finding.state = FindingState::kFixed;
  facts.findings = {open, fixed};
  EXPECT_EQ(PlanSummary(facts),
            "plan: Two files\n"
            "  objective  Write two files.\n"
            "  steps      2\n"
            "    one  write one\n"
            "         writes one.txt; then asks you (checkpoint)\n"
            "    two  write two\n"
            "         writes: not declared; after one\n"
            "  findings   1 open\n"
            "    F1  medium: two needs a test\n"
            "  estimate   no basis yet\n"
            "  file       PLAN.md\n");
}

}  // namespace
}  // namespace forge
