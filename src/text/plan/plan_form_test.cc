#include "text/plan/plan_form.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/strings.h"
#include "base/testing/source_dir.h"
#include "text/plan/plan.h"
#include "text/plan/plan_field_table.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_structure.h"
#include "text/testing/same_plan.h"

namespace forge {
namespace {

TEST(PlanForm, HoldsEveryFieldThatAPlannerIsAskedFor) {
  for (const std::string& form : {PlanFormText(), StepsFormText()}) {
    for (const PlanField& field : PlanFields())
      EXPECT_EQ(form.find(fmt::format("**{}:**", field.label)) != std::string::npos, field.asked) << field.label;
  }
}

TEST(PlanForm, SaysHowAFactIsChecked) {
  EXPECT_NE(PlanFormText().find("a name or two words of its TEXT stand within 3 lines of path:line"),
            std::string::npos);
}

TEST(PlanForm, SaysWhichStepsAreReviewedAlone) {
  EXPECT_NE(PlanFormText("simple: never").find("or `complex` (simple: never; three written files"), std::string::npos);
  EXPECT_NE(PlanFormText().find("or `complex` (three written files"), std::string::npos);
}

// Every command of the example needs a file that its own step makes, so it fails before the step.
TEST(PlanForm, TheCommandsOfItsExampleFailToday) {
  for (const StepSpec& step : ParsePlan(PlanFormExample()).steps) {
    ASSERT_EQ(step.verify.size(), 1U);
    const bool makes =
        std::ranges::any_of(step.writes, [&](const std::string& path) { return step.verify[0] == "sh " + path; });
    EXPECT_TRUE(makes) << step.verify[0];
  }
}

// It is in the prompt of every planner: each byte is paid for in every round.
// For all three places at once: a planner that is not told so writes sentences that are not run.
TEST(PlanForm, SaysWhichCommandsAreRun) {
  for (const std::string& form : {PlanFormText(), StepsFormText()})
    EXPECT_NE(form.find("\nIn Verify, Testing and Acceptance criteria a command is run only alone"), std::string::npos);
}

TEST(PlanForm, IsShort) {
  EXPECT_LT(PlanFormText().size(), 3960U);
  EXPECT_LT(StepsFormText().size(), 3180U);
}

TEST(PlanForm, ItsExampleReadsWithoutAProblemAndRoundTrips) {
  const PlanDocument plan = ParsePlan(PlanFormExample());
  for (const PlanProblem& problem : plan.problems) ADD_FAILURE() << problem.line << ": " << problem.what;
  ASSERT_EQ(plan.steps.size(), 2U);
  EXPECT_TRUE(plan.steps[0].depends.empty());
  EXPECT_EQ(plan.steps[0].claims.size(), 1U);
  EXPECT_EQ(plan.steps[0].claims[0].citation, "src/count.c:12");
  EXPECT_EQ(plan.steps[1].depends, std::vector<StepId>{{"reader"}});
  EXPECT_EQ(plan.steps[1].complexity, "simple");
  EXPECT_TRUE(SamePlan(ParsePlan(PrintPlan(plan)), plan));
  EXPECT_TRUE(AuditStructure(PlanFormExample()).findings.empty());
  std::vector<StepSpec> alone = ParsePlan("## Steps\n\n" + std::string(PlanFormSteps())).steps;
  ASSERT_EQ(alone.size(), 2U);
  for (std::size_t i = 0; i < alone.size(); ++i) alone[i].claims[0].line = plan.steps[i].claims[0].line;
  EXPECT_EQ(alone, plan.steps);
}

TEST(PlanForm, EveryLabelOfTheTableIsReadAsItsField) {
  for (const PlanField& field : PlanFields()) {
    const FieldLabel label = ParseFieldLabel(fmt::format("**{}:** x", field.label));
    EXPECT_EQ(label.name, field.name);
    EXPECT_TRUE(label.known) << field.label;
    EXPECT_EQ(ParseFieldLabel(fmt::format("{}: x", field.label)).known, field.plain) << field.label;
    for (std::string_view also : Split(field.also, ',')) {
      if (Trim(also).empty()) continue;
      const std::string name = ReplaceAll(Trim(also), "**", "");
      EXPECT_EQ(FieldName(name), field.name) << also;
      EXPECT_EQ(ParseFieldLabel(name + ": x").known, field.plain && name == Trim(also)) << also;
    }
  }
}

// What the printer writes, the table knows: a full step comes back with no problem, and all its labels are in the form.
TEST(PlanForm, HoldsEveryLabelThatThePrinterWrites) {
  StepSpec step;
  step.id = {"a"};
  step.title = "#";
  step.what = step.done_when = step.failure_mode = step.fallback = step.success_evidence = "x";
  step.files = step.writes = step.disallowed = step.verify = step.expected_trajectory = {"x"};
  step.complexity = "simple";
  step.kind = "read";
  step.tier = "max";
  step.effort = "high";
  step.role = "x";
  step.estimate_ms = 60'000;
  step.max_tokens = step.max_retries = 1;
  step.checkpoint = true;
  step.acceptance = {{"unit", "x", "", true}};
  step.must_haves.truths = {"x"};
  step.claims = {{}};
  step.claims[0].text = "x";
  step.extra = Json().Set("risk", "high").Set("large", "true").Set("tags", "docs").Set("verify parallel", "2");
  const std::string printed = PrintStep(step, "done");
  std::string form = PlanFormText();
  for (const PlanField& field : PlanFields()) form += field.asked ? "" : fmt::format("**{}:**", field.label);
  int labels = 0;
  for (std::string_view line : Split(printed, '\n')) {
    if (!line.starts_with("**")) continue;
    ++labels;
    EXPECT_NE(form.find(line.substr(0, line.find(":**") + 3)), std::string::npos) << line;
  }
  EXPECT_EQ(labels, 28) << printed;
  EXPECT_TRUE(ParsePlan("## Steps\n\n" + printed).problems.empty());
}

TEST(PlanForm, ThePageOfPlansHasTheSameTable) {
  std::ifstream file(SourceDir() + "/docs/plans.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::string table = "| field | also written | value | what Forge does |\n|---|---|---|---|\n";
  for (const PlanField& field : PlanFields()) {
    const std::string label = field.plain ? std::string(field.label) : fmt::format("**{}**", field.label);
    table += fmt::format("| {} | {} | {} | {} |\n", label, field.also, field.takes, field.effect);
  }
  EXPECT_NE(page.find(table), std::string::npos) << "docs/plans.md needs this table:\n" << table;
}

}  // namespace
}  // namespace forge
