#include "surface/view/module_screen.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

StepSpec Step(const char* id, std::vector<std::string> writes, std::vector<StepId> depends) {
  StepSpec step;
  step.id = StepId{id};
  step.title = std::string("title of ") + id;
  step.writes = std::move(writes);
  step.depends = std::move(depends);
  step.verify = {"make test | tail"};
  return step;
}

State Planned(std::vector<StepSpec> steps) {
  State state;
  state.start.objective = "an objective\nwith more lines";
  state.plan.emplace();
  state.plan->steps = std::move(steps);
  Pipeline pipeline;
  pipeline.display = Display::kModules;
  state.start.pipelines.pipelines = {pipeline};
  return state;
}

bool Says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ModuleScreen, AScoreHasAtLeastOneDigitAndNoMoreThanItNeeds) {
  EXPECT_EQ(ScoreText(1), "1.0");
  EXPECT_EQ(ScoreText(0.5), "0.5");
  EXPECT_EQ(ScoreText(2.0 / 3), "0.67");
}

TEST(ModuleScreen, ThePlanIsATableWithItsOrder) {
  const State state =
      Planned({Step("m1", {"a"}, {}), Step("m2", {"b"}, {StepId{"m1"}}), Step("m3", {"c"}, {StepId{"m1"}})});
  const std::string text = ApprovalScreen(state, {});
  EXPECT_TRUE(Says(text, "**Objective:** an objective\n"));
  EXPECT_TRUE(Says(text, "| m2 | title of m2 | b | m1 | — | make test \\| tail |")) << text;
  EXPECT_TRUE(Says(text, "1. m1 (no dependencies)\n2. m2, m3 in parallel (after m1)\n")) << text;
  EXPECT_TRUE(Says(text, "**Warnings:** None"));
  EXPECT_TRUE(Says(text, "**Known risks from memory:** None"));
}

TEST(ModuleScreen, FilesOfTwoModulesAndUncommittedOnesStandOut) {
  const State state = Planned({Step("m1", {"a"}, {}), Step("m2", {"a"}, {StepId{"m1"}})});
  ApprovalNews news;
  news.uncommitted = {"a", "other"};
  news.risks = {"it broke once"};
  const std::string text = ApprovalScreen(state, news);
  EXPECT_TRUE(Says(text, "- m1 and m2 both edit a")) << text;
  EXPECT_TRUE(Says(text, "- a has uncommitted changes that m1 will not see")) << text;
  EXPECT_FALSE(Says(text, "other has uncommitted"));
  EXPECT_TRUE(Says(text, "- it broke once"));
  news.isolated = false;
  EXPECT_FALSE(Says(ApprovalScreen(state, news), "will not see"));
}

TEST(ModuleScreen, IsForPipelinesThatAskForIt) {
  State state = Planned({});
  EXPECT_TRUE(IsOfModules(state.start));
  state.start.pipelines.pipelines[0].display = Display::kStages;
  EXPECT_FALSE(IsOfModules(state.start));
}

}  // namespace
}  // namespace forge
