#include "service/host/plugin.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "service/host/plugin_text.h"

namespace forge {
namespace {

class Plugins : public ::testing::TestWithParam<PluginHost> {
 protected:
  void SetUp() override { directory_ = MakeTempDirectory("plugin-").value(); }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }

  std::string Everything() {
    ProcessSpec command = ShellCommand("find . | sort; find . -type f | sort | xargs -r cat");
    command.cwd = directory_;
    return RunProcess(command).value().out;
  }
  std::string directory_;
};

TEST_P(Plugins, UninstallingLeavesNoTrace) {
  ASSERT_TRUE(WriteFileAtomic(directory_ + "/AGENTS.md", "# Mine\n\nText without an end"));
  ASSERT_TRUE(WriteFileAtomic(directory_ + "/opencode.json", "{ \"theme\" : \"x\" }\n"));
  ASSERT_TRUE(MakeDirectories(directory_ + "/.gemini"));
  ASSERT_TRUE(WriteFileAtomic(directory_ + "/.gemini/settings.json", "{\"mcpServers\":{\"other\":{}}}"));
  const std::string before = Everything();
  ASSERT_TRUE(InstallPlugin(GetParam(), "1", directory_));
  EXPECT_NE(Everything(), before);
  ASSERT_TRUE(InstallPlugin(GetParam(), "2", directory_));  // again: brings it up to date
  const PluginReport report = UninstallPlugin(GetParam(), directory_).value();
  EXPECT_TRUE(report.left.empty());
  EXPECT_EQ(Everything(), before);
  EXPECT_EQ(UninstallPlugin(GetParam(), directory_).error().code, Code::kNotFound);
}

TEST_P(Plugins, InAnEmptyDirectoryNothingIsLeftEither) {
  const std::string before = Everything();
  ASSERT_TRUE(InstallPlugin(GetParam(), "1", directory_));
  ASSERT_TRUE(UninstallPlugin(GetParam(), directory_));
  EXPECT_EQ(Everything(), before);
}

INSTANTIATE_TEST_SUITE_P(Hosts, Plugins,
                         ::testing::Values(PluginHost::kClaude, PluginHost::kCodex, PluginHost::kGemini,
                                           PluginHost::kOpencode),
                         [](const auto& test) { return std::string(Name(test.param)); });

TEST(PluginFolder, WhatTheUserWroteSinceStays) {
  const std::string directory = MakeTempDirectory("plugin-").value();
  ASSERT_TRUE(InstallPlugin(PluginHost::kOpencode, "1", directory));
  const std::string agents = directory + "/AGENTS.md";
  ASSERT_TRUE(WriteFileAtomic(agents, "# New\n\n" + ReadFile(agents).value() + "\nbelow\n"));
  ASSERT_TRUE(WriteFileAtomic(directory + "/opencode.json",
                              WithMember(ReadFile(directory + "/opencode.json").value(), "mcp.other", 1).value()));
  ASSERT_TRUE(UninstallPlugin(PluginHost::kOpencode, directory));
  EXPECT_EQ(ReadFile(agents).value(), "# New\n\nbelow\n");
  EXPECT_EQ(ReadFile(directory + "/opencode.json").value(), "{\n  \"mcp\": {\n    \"other\": 1\n  }\n}\n");
  ASSERT_TRUE(RemoveTree(directory));
}

TEST(PluginFolder, ASectionThatTwoHostsReadStaysForTheOther) {
  for (const bool first_goes_first : {true, false}) {
    const std::string directory = MakeTempDirectory("plugin-").value();
    const std::string agents = directory + "/AGENTS.md";
    ASSERT_TRUE(WriteFileAtomic(agents, "# Mine\n"));
    ASSERT_TRUE(InstallPlugin(PluginHost::kCodex, "1", directory));
    ASSERT_TRUE(InstallPlugin(PluginHost::kGemini, "1", directory));
    ASSERT_TRUE(UninstallPlugin(first_goes_first ? PluginHost::kCodex : PluginHost::kGemini, directory));
    EXPECT_NE(ReadFile(agents).value().find("forge:begin"), std::string::npos);
    ASSERT_TRUE(UninstallPlugin(first_goes_first ? PluginHost::kGemini : PluginHost::kCodex, directory));
    EXPECT_EQ(ReadFile(agents).value(), "# Mine\n");
    EXPECT_EQ(ListDirectory(directory).value(), std::vector<std::string>{"AGENTS.md"});
    ASSERT_TRUE(RemoveTree(directory));
  }
}

TEST(PluginFolder, AFileThatIsNotOursIsNeverReplaced) {
  const std::string directory = MakeTempDirectory("plugin-").value();
  ASSERT_TRUE(WriteFileAtomic(directory + "/.mcp.json", "{}"));
  EXPECT_EQ(InstallPlugin(PluginHost::kClaude, "1", directory).error().code, Code::kConflict);
  EXPECT_EQ(ListDirectory(directory).value(), std::vector<std::string>{".mcp.json"});
  ASSERT_TRUE(RemoveTree(directory));
}

}  // namespace
}  // namespace forge
