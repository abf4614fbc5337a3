#include "service/unit/gate_unit.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"

namespace forge {
namespace {

TEST(GateUnitTest, AFileThatCannotBeLookedAtIsNotAMissingOne) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory / "state";
  const UnitContext context{{}, project, RunId{1}, RunId{1}, {}, RunFiles(project, RunId{1}, "slug"), ""};
  ASSERT_TRUE(context.files.WriteArtifact("run", "NOTES.md", "text"));
  Job job;
  job.run = RunId{1};
  job.lane = "run";
  job.stage.name = "build";
  job.stage.gate = "artifact NOTES.md";
  const GateUnit gate(context, {});
  EXPECT_TRUE(gate.CarryOut(job).holds);
  ASSERT_TRUE(ArmFaults("look:1-:EIO"));
  const UnitOutcome outcome = gate.CarryOut(job);
  DisarmFaults();
  EXPECT_EQ(outcome.status, UnitStatus::kFailed);
  EXPECT_NE(outcome.error.find("NOTES.md"), std::string::npos) << outcome.error;
}

TEST(GateUnitTest, WhatTheRunChangedIsLookedUpOnlyWhereAConditionAsks) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory / "state";
  const UnitContext context{{}, project, RunId{1}, RunId{1}, {}, RunFiles(project, RunId{1}, "slug"), ""};
  std::vector<std::string> paths = {"src/a.cc"};
  int looks = 0;
  const GateUnit gate(context, [&](const Job&) -> Result<std::vector<std::string>> {
    ++looks;
    return paths;
  });
  Job job;
  job.run = RunId{1};
  job.lane = "run";
  job.records = Json::MakeObject().Set("run", Json::MakeObject().Set("size", "standard"));
  job.stage.name = "docs";
  job.stage.when = "require run.size == standard";
  EXPECT_TRUE(gate.CarryOut(job).applies);
  EXPECT_EQ(looks, 0);
  job.stage.when = "require run.size == standard\nrequire run.changed.code == true\nforbid run.changed.docs == true";
  EXPECT_TRUE(gate.CarryOut(job).applies);
  paths = {"src/a.cc", "README.md"};
  EXPECT_FALSE(gate.CarryOut(job).applies) << "a step wrote the documents";
  paths = {};
  EXPECT_FALSE(gate.CarryOut(job).applies) << "nothing changed";
  EXPECT_EQ(looks, 3);
}

TEST(GateUnitTest, TestsAndAProjectWithoutDocumentsAreNotDescribed) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory / "state";
  const UnitContext context{{}, project, RunId{1}, RunId{1}, {}, RunFiles(project, RunId{1}, "slug"), ""};
  std::vector<std::string> paths = {"src/a.cc"};
  const GateUnit gate(context, [&](const Job&) -> Result<std::vector<std::string>> { return paths; });
  Job job;
  job.run = RunId{1};
  job.lane = "run";
  job.records = Json::MakeObject().Set("run", Json::MakeObject());
  job.stage.name = "docs";
  job.stage.when = "require run.changed.described == true";
  EXPECT_FALSE(gate.CarryOut(job).applies) << "there is no document";
  ASSERT_TRUE(MakeDirectories(directory / "src/deep"));
  ASSERT_TRUE(WriteFileAtomic(directory / "src/deep/USE.md", "a.cc counts."));
  EXPECT_TRUE(gate.CarryOut(job).applies);
  paths = {"src/a_test.cc", "tests/data/one.txt"};
  EXPECT_FALSE(gate.CarryOut(job).applies) << "no document describes a test";
}

TEST(GateUnitTest, WhetherThePlanHasContractsIsLookedUpInThePlan) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.forge = directory / ".forge";
  project.state = directory / "state";
  const UnitContext context{{}, project, RunId{1}, RunId{1}, {}, RunFiles(project, RunId{1}, "slug"), ""};
  Job job;
  job.run = RunId{1};
  job.lane = "run";
  job.records = Json::MakeObject().Set("run", Json::MakeObject().Set("size", "standard"));
  job.stage.name = "contracts";
  job.stage.when = "require run.contracts == true";
  const GateUnit gate(context, {});
  EXPECT_FALSE(gate.CarryOut(job).applies) << "there is no plan";
  const std::string path = context.files.AbsolutePlanPath();
  ASSERT_TRUE(MakeDirectories(DirName(path)));
  ASSERT_TRUE(WriteFileAtomic(path, "# Plan: P\n\n## Contracts\n\nNone.\n"));
  EXPECT_FALSE(gate.CarryOut(job).applies);
  ASSERT_TRUE(WriteFileAtomic(path, "# Plan: P\n\n## Contracts\n\n- api: `make api`\n"));
  EXPECT_TRUE(gate.CarryOut(job).applies);
}

}  // namespace
}  // namespace forge
