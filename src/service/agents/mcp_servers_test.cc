#include "service/agents/mcp_servers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"

namespace forge {
namespace {

std::vector<std::string> Problems(const std::string& text) {
  std::vector<std::string> lines;
  for (const Problem& problem : ParseMcpServers(text, "mcp.toml").problems) lines.push_back(Describe(problem));
  return lines;
}

TEST(McpServersFile, NamesProgramsAndAddresses) {
  const ParsedMcpServers parsed = ParseMcpServers(
      "[palace]\ncommand = [\"palace\", \"serve\"]\nenv = { KEY = \"${PALACE}\" }\nstart = \"3s\"\n"
      "[docs]\nurl = \"http://127.0.0.1:1/mcp\"\nheaders = { Authorization = \"Bearer ${T}\" }\nroles = "
      "[\"planner\"]\nquestions = \"defaults\"\n",
      "mcp.toml");
  ASSERT_TRUE(parsed.problems.empty()) << Describe(parsed.problems[0]);
  ASSERT_EQ(parsed.servers.size(), 2u);
  EXPECT_EQ(parsed.servers[0].spec.command, (std::vector<std::string>{"palace", "serve"}));
  EXPECT_EQ(parsed.servers[0].spec.start_ms, 3000);
  EXPECT_FALSE(parsed.servers[0].spec.accepts_defaults);
  EXPECT_EQ(parsed.servers[1].roles, std::vector<std::string>{"planner"});
  EXPECT_TRUE(parsed.servers[1].spec.accepts_defaults);
}

TEST(McpServersFile, EveryMistakeIsNamedWithItsLine) {
  EXPECT_EQ(Problems("[a]\ncommand = [\"x\"]\nurl = \"http://y\"\n").size(), 1u);
  EXPECT_EQ(Problems("[a]\n").size(), 1u);
  EXPECT_EQ(Problems("[a__b]\ncommand = [\"x\"]\n").size(), 1u);
  EXPECT_EQ(Problems("[a]\nurl = \"ftp://y\"\n").size(), 1u);
  EXPECT_EQ(Problems("[a]\ncommand = [\"x\"]\nenv = { K = 5 }\ntimeot = \"1s\"\n").size(), 2u);
  EXPECT_EQ(Problems("[a]\ncommand = [\"x\"]\nquestions = \"ask\"\n").size(), 1u);
  EXPECT_EQ(Problems("a = 1\n").size(), 1u);
  EXPECT_NE(Problems("[a]\n\n\ncommand = 5\n").at(0).find(":4:"), std::string::npos);
}

class McpServersOfARole : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("mcp-servers-").value();
    project_.forge = directory_ + "/.forge";
    machine_.config_directory = directory_ + "/config";
    ASSERT_TRUE(MakeDirectories(project_.forge));
    ASSERT_TRUE(MakeDirectories(machine_.config_directory));
    role_.name = "planner";
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }
  void Mine(const std::string& text) { ASSERT_TRUE(WriteFileAtomic(machine_.config_directory + "/mcp.toml", text)); }
  void Ours(const std::string& text) { ASSERT_TRUE(WriteFileAtomic(project_.forge + "/mcp.toml", text)); }
  std::vector<McpServerSpec> Specs() const { return McpServersFor(machine_, project_, role_); }

  std::string directory_;
  Machine machine_;
  Project project_;
  Role role_;
};

TEST_F(McpServersOfARole, AreNoneUnlessTheyAreNamed) {
  EXPECT_TRUE(Specs().empty());
  Ours("[a]\ncommand = [\"x\"]\n");
  EXPECT_TRUE(Specs().empty());
  role_.servers = {"a"};
  ASSERT_EQ(Specs().size(), 1u);
  EXPECT_EQ(Specs()[0].command, std::vector<std::string>{"x"});
}

TEST_F(McpServersOfARole, MayNameTheRoleThemselves) {
  Mine("[a]\ncommand = [\"x\"]\nroles = [\"planner\"]\n");
  EXPECT_EQ(Specs().size(), 1u);
  role_.name = "worker";
  EXPECT_TRUE(Specs().empty());
}

TEST_F(McpServersOfARole, AreNarrowedByTheToolsItNames) {
  Ours("[a]\ncommand = [\"x\"]\n[b]\ncommand = [\"y\"]\n");
  role_.tools = {"Read", "mcp__a__recall", "mcp__a__save", "mcp__b"};
  ASSERT_EQ(Specs().size(), 2u);
  EXPECT_EQ(Specs()[0].tools, (std::vector<std::string>{"recall", "save"}));
  EXPECT_TRUE(Specs()[1].tools.empty());
  role_.servers = {"a"};
  EXPECT_TRUE(Specs()[0].tools.empty());
}

TEST_F(McpServersOfARole, TheProjectsGoBeforeTheUsers) {
  Mine("[a]\ncommand = [\"mine\"]\n[b]\ncommand = [\"mine\"]\n");
  Ours("[a]\ncommand = [\"ours\"]\n");
  role_.servers = {"a", "b"};
  ASSERT_EQ(Specs().size(), 2u);
  EXPECT_EQ(Specs()[0].command[0], "ours");
  EXPECT_EQ(Specs()[1].command[0], "mine");
}

TEST_F(McpServersOfARole, SecretsComeFromVariables) {
  Ours("[a]\nurl = \"http://h/mcp\"\nheaders = { Authorization = \"Bearer ${TOKEN}\" }\n");
  role_.servers = {"a"};
  EXPECT_EQ(Specs()[0].missing, "the variable TOKEN is not set");
  machine_.environment["TOKEN"] = "${TOKEN}";
  EXPECT_EQ(Specs()[0].missing, "");
  EXPECT_EQ(Specs()[0].headers.at("Authorization"), "Bearer ${TOKEN}");
}

TEST_F(McpServersOfARole, WhatCannotBeHadSaysWhy) {
  role_.servers = {"a"};
  EXPECT_EQ(Specs().at(0).missing, "mcp.toml has no such server");
  Ours("[a]\ncommand = 5\n");
  EXPECT_NE(Specs().at(0).missing.find("mcp.toml:2"), std::string::npos) << Specs()[0].missing;
  role_.servers = {};
  EXPECT_EQ(Specs().size(), 1u);
}

}  // namespace
}  // namespace forge
