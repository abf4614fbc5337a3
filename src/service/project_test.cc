#include "service/project.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "service/forge.h"
#include "service/settings.h"

namespace forge {
namespace {

struct ProjectOnDisk : testing::Test {
  ProjectOnDisk() {
    machine.cwd = directory / "outer/inner";
    EXPECT_TRUE(MakeDirectories(directory / "outer/.git/objects"));
    EXPECT_TRUE(MakeDirectories(directory / "outer/inner/.git/objects"));
    EXPECT_TRUE(MakeDirectories(directory / "outer/inner/.forge"));
  }
  ~ProjectOnDisk() override { DisarmFaults(); }

  TempDirectory directory;
  Machine machine;
};

TEST_F(ProjectOnDisk, ADirectoryThatCannotBeLookedAtIsNotPassedOver) {
  EXPECT_EQ(FindProject(machine)->root, machine.cwd);
  ASSERT_TRUE(ArmFaults("look:1-2:EIO"));
  const auto project = FindProject(machine);
  ASSERT_FALSE(project) << "it went up to " << project->root;
  EXPECT_EQ(project.error().code, Code::kIo);
}

TEST_F(ProjectOnDisk, AnEmptyDirectoryIsNoRepository) {
  ASSERT_TRUE(RemoveTree(directory / "outer/inner/.git/objects"));
  EXPECT_EQ(FindProject(machine)->top, directory / "outer");
  ASSERT_TRUE(WriteFileAtomic(directory / "outer/inner/.git/HEAD", "ref: refs/heads/main\n"));
  EXPECT_EQ(FindProject(machine)->top, machine.cwd);
}

TEST_F(ProjectOnDisk, SettingsThatCannotBeLookedAtAreNeitherLeftOutNorWrittenAnew) {
  const Project project = FindProject(machine).value();
  const std::string config = project.forge + "/config.toml";
  ASSERT_TRUE(WriteFileAtomic(config, "pipeline = \"slice\"\n"));
  for (int n = 1; n < 20; ++n) {
    ASSERT_TRUE(ArmFaults("look:" + std::to_string(n) + ":EIO"));
    const auto settings = Settings::Load(machine, project);
    (void)InitProject(project);
    DisarmFaults();
    EXPECT_TRUE(!settings || settings->Get("pipeline") == "slice") << n;
    EXPECT_EQ(ReadFile(config).value(), "pipeline = \"slice\"\n") << n;
  }
}

TEST_F(ProjectOnDisk, WhatOnlyReadsMakesNoStore) {
  const Project project = FindProject(machine).value();
  const Settings settings = Settings::Load(machine, project).value();
  EXPECT_FALSE(Forge::OpenToRead(machine, settings, project).value()->has_store());
  EXPECT_FALSE(Exists(project.state));
  ASSERT_TRUE(InitProject(project));
  EXPECT_TRUE(Forge::OpenToRead(machine, settings, project).value()->has_store());
}

}  // namespace
}  // namespace forge
