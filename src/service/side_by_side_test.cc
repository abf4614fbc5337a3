#include "service/side_by_side.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Result<bool> OnlyEngineersWrite(const std::string& role) {
  if (role == "nobody") return Fail(Code::kNotFound, "no role `nobody`");
  return role == "engineer";
}

Stage Of(StageKind kind, const std::string& role = "") {
  Stage stage;
  stage.kind = kind;
  stage.role = role;
  return stage;
}

// What is left of 16 steps at a time.
Result<int> AtATime(const Stage& inner) {
  Stage each = Of(StageKind::kEach);
  each.max_concurrent = 16;
  each.pipeline_index = 1;
  PipelineSet set;
  set.pipelines.resize(2);
  set.pipelines[0].stages = {each};
  set.pipelines[1].stages = {Of(StageKind::kAgent, "researcher"), inner};
  TRY(CapWriters(set, OnlyEngineersWrite));
  return set.pipelines[0].stages[0].max_concurrent;
}

TEST(SideBySide, StepsThatOnlyReadWorkAtTheSameTime) {
  EXPECT_EQ(AtATime(Of(StageKind::kAgent, "reviewer")).value(), 16);
  EXPECT_EQ(AtATime(Of(StageKind::kLearn, "reviewer")).value(), 16);
  EXPECT_EQ(AtATime(Of(StageKind::kAsk)).value(), 16);
}

TEST(SideBySide, OneStageThatMayWriteMakesThemWaitForEachOther) {
  EXPECT_EQ(AtATime(Of(StageKind::kAgent, "engineer")).value(), 1);
  EXPECT_EQ(AtATime(Of(StageKind::kLearn, "engineer")).value(), 1);
  for (const StageKind kind : {StageKind::kCheck, StageKind::kIntegrate, StageKind::kEach})
    EXPECT_EQ(AtATime(Of(kind)).value(), 1) << static_cast<int>(kind);
}

TEST(SideBySide, OneMemberOfAPanelIsEnough) {
  Stage panel = Of(StageKind::kPanel);
  const auto add = [&](const char* role) {
    panel.members.emplace_back();
    panel.members.back().role = role;
  };
  add("reviewer");
  add("skeptic");
  EXPECT_EQ(AtATime(panel).value(), 16);
  add("engineer");
  EXPECT_EQ(AtATime(panel).value(), 1);
}

TEST(SideBySide, ChildRunsAndAnUnknownRoleNeverWorkSideBySide) {
  Stage each = Of(StageKind::kEach);
  each.over = Over::kRuns;
  each.max_concurrent = 4;
  PipelineSet set;
  set.pipelines.resize(1);
  set.pipelines[0].stages = {each};
  ASSERT_TRUE(CapWriters(set, OnlyEngineersWrite));
  EXPECT_EQ(set.pipelines[0].stages[0].max_concurrent, 1);
  EXPECT_FALSE(AtATime(Of(StageKind::kAgent, "nobody")));
}

}  // namespace
}  // namespace forge
