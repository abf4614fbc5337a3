#include "service/stage_outlook.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

const Json kRecords = *ParseJson(R"({"run":{"size":"quick","flags":{"no-docs":"true"}}})");

WillRun Enters(const std::string& when, std::string& condition) {
  Stage stage;
  stage.when = when;
  const StageOutlook outlook = WillEnter(stage, kRecords);
  condition = outlook.condition;
  return outlook.runs;
}

TEST(StageOutlook, KnowsWhatSizeAndFlagsDecide) {
  std::string condition;
  EXPECT_EQ(Enters("", condition), WillRun::kYes);
  EXPECT_EQ(Enters("require run.size == quick", condition), WillRun::kYes);
  EXPECT_EQ(Enters("forbid run.flags.no-docs == true", condition), WillRun::kNo);
  EXPECT_NE(condition, "");
  EXPECT_EQ(Enters("require run.size in [standard, complex]", condition), WillRun::kNo);
}

TEST(StageOutlook, WhatTheWorkDecidesIsPerhaps) {
  std::string condition;
  EXPECT_EQ(Enters("after verify = revision", condition), WillRun::kPerhaps);
  EXPECT_EQ(condition, "after verify = revision");
  EXPECT_EQ(Enters("require run.size == complex\nafter verify = revision", condition), WillRun::kNo);
}

Stage MakeStage(std::string name, std::string when) {
  Stage stage;
  stage.name = std::move(name);
  stage.when = std::move(when);
  return stage;
}

TEST(StageOutlook, WhatOnlyStagesOffTheWayCouldGiveDoesNotCome) {
  Pipeline pipeline;
  pipeline.stages = {MakeStage("clarify", "require run.size == vague"),
                     MakeStage("brief", "artifact BRIEF.md min=1"),
                     MakeStage("follow", "require run.answers.brief in [yes]"),
                     MakeStage("own", "artifact OWN.md min=1"),
                     MakeStage("patch", ""),
                     MakeStage("notes", "artifact NOTES.md min=1"),
                     MakeStage("a", "artifact B.md min=1"),
                     MakeStage("b", "artifact A.md min=1"),
                     MakeStage("fix", "after patch = revision"),
                     MakeStage("fix-brief", "after brief = revision")};
  pipeline.stages[6].produces = "A.md";
  pipeline.stages[7].produces = "B.md";
  pipeline.stages[0].produces = "BRIEF.md";
  pipeline.stages[4].produces = "NOTES.md";
  const std::vector<StageOutlook> way = WayThrough(pipeline, kRecords, [](const std::string&) { return false; });
  EXPECT_EQ(way[0].runs, WillRun::kNo);
  EXPECT_EQ(way[1].runs, WillRun::kNo) << "only clarify writes it";
  EXPECT_EQ(way[2].runs, WillRun::kNo) << "its question is not asked";
  EXPECT_EQ(way[3].runs, WillRun::kPerhaps) << "no stage is known to write it, so it may be there";
  EXPECT_EQ(way[4].runs, WillRun::kYes);
  EXPECT_EQ(way[5].runs, WillRun::kPerhaps);
  EXPECT_EQ(way[6].runs, WillRun::kNo) << "it and the next need only each other";
  EXPECT_EQ(way[7].runs, WillRun::kNo);
  EXPECT_EQ(way[8].runs, WillRun::kPerhaps);
  EXPECT_TRUE(way[8].repairs);
  EXPECT_FALSE(way[5].repairs);
  EXPECT_EQ(way[9].runs, WillRun::kNo);
}

TEST(StageOutlook, AFileThatIsThereNeedsNoStage) {
  Pipeline pipeline;
  pipeline.stages = {MakeStage("clarify", "require run.size == vague"), MakeStage("brief", "artifact BRIEF.md min=1"),
                     MakeStage("plan", "require run.size == complex"), MakeStage("build", "artifact plan min=1")};
  pipeline.stages[0].produces = "BRIEF.md";
  pipeline.stages[2].produces = "plan";
  const auto with = [&](const char* file) {
    return WayThrough(pipeline, kRecords, [=](const std::string& path) { return path == file; });
  };
  EXPECT_EQ(with("BRIEF.md")[1].runs, WillRun::kPerhaps);
  EXPECT_EQ(with("BRIEF.md")[3].runs, WillRun::kNo);
  EXPECT_EQ(with("plan")[1].runs, WillRun::kNo);
  EXPECT_EQ(with("plan")[3].runs, WillRun::kPerhaps);
  EXPECT_EQ(WayThrough(pipeline, kRecords)[1].runs, WillRun::kPerhaps) << "nobody looked";
}

}  // namespace
}  // namespace forge
