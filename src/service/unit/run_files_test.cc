#include "service/unit/run_files.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "service/unit/held_texts.h"

namespace forge {
namespace {

TEST(SafeFileName, PlainNamesStayAndOthersNeverMeet) {
  EXPECT_EQ(SafeFileName("PLAN.md"), "PLAN.md");
  EXPECT_NE(SafeFileName("a/b"), SafeFileName("a_b"));
  EXPECT_NE(SafeFileName("a/b"), SafeFileName("a:b"));
  for (const char* name : {"..", ".", "", "../../etc/passwd", "a\nb"}) {
    const std::string safe = SafeFileName(name);
    EXPECT_NE(safe, "..");
    EXPECT_NE(safe, ".");
    EXPECT_FALSE(safe.empty());
    EXPECT_EQ(safe.find('/'), std::string::npos) << safe;
  }
}

TEST(RunFiles, AStepSeesTheRunsArtifactsUnlessItHasItsOwn) {
  const std::string directory = MakeTempDirectory("forge-files").value();
  Project project;
  project.root = directory;
  project.state = directory + "/.forge/state";
  const RunFiles files(project, RunId{7}, "slug");
  ASSERT_TRUE(files.WriteArtifact("run", "NOTES.md", "of the run"));
  EXPECT_EQ(files.ReadArtifact("step", "NOTES.md").value(), "of the run");
  const auto own = files.WriteArtifact("step", "NOTES.md", "of the step");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->name, "step/NOTES.md");
  EXPECT_EQ(own->bytes, 11);
  EXPECT_EQ(files.ReadArtifact("step", "NOTES.md").value(), "of the step");
  EXPECT_EQ(files.ReadArtifact("run", "NOTES.md").value(), "of the run");
  EXPECT_EQ(files.ReadArtifact("run", "OTHER.md").value(), std::nullopt);
  EXPECT_EQ(files.plan_path(), ".forge/plans/plan-007-slug.md");
  ASSERT_TRUE(RemoveTree(directory));
}

// A plan that was taken for missing lost its log, its must-haves and its contracts.
TEST(RunFiles, AFileThatCannotBeReadIsNotAMissingOne) {
  const std::string directory = MakeTempDirectory("forge-files").value();
  Project project;
  project.root = directory;
  project.state = directory + "/.forge/state";
  const RunFiles files(project, RunId{7}, "slug");
  ASSERT_TRUE(files.WritePlan(UnitId{1}, "# Plan: kept\n\n## Audit Log\n\nsaid before\n"));
  ASSERT_TRUE(files.WriteArtifact("run", "NOTES.md", "of the run"));
  ASSERT_TRUE(files.WriteArtifact("step", "NOTES.md", "of the step"));
  for (const char* fault : {"look:1:EIO", "open:1:EIO", "read:1:EIO"}) {
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(files.ReadPlan()) << fault;
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(files.PlanFrom("# Plan: new\n")) << fault;
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(files.ReadArtifact("step", "NOTES.md")) << fault << ": not the run's instead";
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(files.ReadUnitText(UnitId{1}, "plan.md")) << fault;
    DisarmFaults();
  }
  EXPECT_EQ(files.ReadUnitText(UnitId{1}, "no-such").value(), std::nullopt);
  EXPECT_EQ(files.ReadArtifact("step", std::string(300, 'x')).value(), std::nullopt) << "no such file can be";
  ASSERT_TRUE(RemoveTree(directory));
}

TEST(RunFiles, WhatAUnitIsAskedIsAFileAtOnceIfItIsLongOrSyncsAreNotDeferred) {
  const std::string directory = MakeTempDirectory("forge-files").value();
  Project project;
  project.root = directory;
  project.state = directory + "/.forge/state";
  RunFiles files(project, RunId{7}, "slug");
  ASSERT_TRUE(files.KeepAsked({UnitId{1}, "short", "{}"}));
  EXPECT_EQ(files.ReadUnitText(UnitId{1}, "prompt.md").value(), "short");
  ASSERT_TRUE(MakeDirectories(project.state));
  files.DeferSyncs();
  ASSERT_TRUE(files.KeepAsked({UnitId{2}, std::string(HeldTexts::kLongest + 1, 'x'), "{}"}));
  EXPECT_TRUE(files.ReadUnitText(UnitId{2}, "prompt.md").value());
  EXPECT_EQ(files.ReadUnitText(UnitId{2}, "request.json").value(), "{}");
  ASSERT_TRUE(files.KeepAsked({UnitId{3}, "short", "{}"}));
  EXPECT_EQ(files.ReadUnitText(UnitId{3}, "prompt.md").value(), std::nullopt);
  ASSERT_TRUE(RemoveTree(directory));
}

TEST(HeldTexts, KnowsWhatIsHeldForLong) {
  HeldTexts held;
  held.Hold({UnitId{1}, "a", "{}"}, 1000);
  held.Hold({UnitId{2}, "b", "{}"}, 1001);
  EXPECT_TRUE(held.HeldSince(999).empty());
  EXPECT_EQ(held.HeldSince(1000), std::vector<UnitId>{UnitId{1}});
  ASSERT_TRUE(held.Release(UnitId{1}, [](const AskedRow&) { return Status(); }));
  EXPECT_EQ(held.HeldSince(1001), std::vector<UnitId>{UnitId{2}});
}

TEST(RunFiles, APeekAtThePlanNeverWaitsForADescriptor) {
  const std::string directory = MakeTempDirectory("forge-files").value();
  Project project;
  project.root = directory;
  project.state = directory + "/.forge/state";
  const RunFiles files(project, RunId{7}, "slug");
  EXPECT_EQ(files.PeekPlan(), std::nullopt);
  ASSERT_TRUE(files.WritePlan(UnitId{1}, "# Plan\n"));
  ASSERT_TRUE(ArmFaults("open:1:EMFILE"));
  EXPECT_EQ(files.PeekPlan(), std::nullopt);
  EXPECT_EQ(files.PeekPlan(), "# Plan\n") << "the next look finds it";
  DisarmFaults();
  ASSERT_TRUE(RemoveTree(directory));
}

}  // namespace
}  // namespace forge
