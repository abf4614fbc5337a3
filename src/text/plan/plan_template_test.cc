#include "text/plan/plan_template.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"
#include "text/plan/plan_form.h"

namespace forge {
namespace {

TEST(PlanTemplate, ANewPlanReadsBackAsItsValues) {
  PlanDocument plan =
      ParsePlan(FillTemplate(BuiltInPlanTemplate(), {"Count words", "plan-017", "t-3", "2026-01-31", "forge"}));
  EXPECT_TRUE(plan.problems.empty());
  EXPECT_EQ(plan.title, "Count words");
  EXPECT_EQ(plan.header.id, "plan-017");
  EXPECT_EQ(plan.header.task, "t-3");
  EXPECT_EQ(plan.header.status, PlanStatus::kDraft);
  EXPECT_EQ(plan.header.created, "2026-01-31");
  EXPECT_EQ(plan.header.project, "forge");
  for (const char* name : {"Objective", "Scope", "Changes", "Risks", "Testing", "Audit Log", "Implementation Notes"})
    EXPECT_NE(FindPart(plan, name), nullptr) << name;
  EXPECT_FALSE(plan.has_steps);
}

TEST(PlanTemplate, ShowsStepsThatReadBackOnceTheyAreNoComment) {
  std::string text(BuiltInPlanTemplate());
  text.erase(text.find("<!--"), text.find("### Step") - text.find("<!--"));
  text.erase(text.find("-->"), 3);
  PlanDocument plan = ParsePlan(text);
  const PlanDocument example = ParsePlan(PlanFormExample());
  EXPECT_TRUE(plan.problems.empty());
  ASSERT_EQ(plan.steps.size(), 2U);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) plan.steps[i].claims[0].line = example.steps[i].claims[0].line;
  EXPECT_EQ(plan.steps, example.steps);
}

TEST(PlanTemplate, ValuesAreTakenLiterallyAndOnce) {
  EXPECT_EQ(FillTemplate("{{TITLE}}|{{PLAN_ID}}|{{OTHER}}|{{BEAD_ID}}{{TASK_ID}}|{{{DATE}}}|{{",
                         {"$& {{PLAN_ID}} \\1", "{{TITLE}}", "t", "d", "p"}),
            "$& {{PLAN_ID}} \\1|{{TITLE}}|{{OTHER}}|tt|{d}|{{");
  EXPECT_EQ(FillTemplate("# Plan: {{TITLE}}\n", {"## a\n## b\r\n**Status:** X", "", "", "", ""}),
            "# Plan: a ## b **Status:** X\n");
}

TEST(PlanTemplate, AListOfStatusesBecomesADraft) {
  EXPECT_EQ(FillTemplate("# P\r\n**Status:** DRAFT | REVIEW | DONE\r\n", {}), "# P\r\n**Status:** DRAFT\r\n");
  EXPECT_EQ(FillTemplate("# P\n**Status:** REVIEW | DONE\n", {}), "# P\n**Status:** REVIEW | DONE\n");
  EXPECT_EQ(FillTemplate("# P\n\n## X\n**Status:** DRAFT | y\n", {}), "# P\n\n## X\n**Status:** DRAFT | y\n");
}

}  // namespace
}  // namespace forge
