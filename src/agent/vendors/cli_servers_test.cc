#include "agent/vendors/cli_servers.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agent/vendors/cli_runtime.h"
#include "base/strings.h"
#include "base/testing/source_dir.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

// A program with a secret variable and one tool, and an address with a secret header.
std::vector<McpServerSpec> TwoServers() {
  McpServerSpec box;
  box.name = "box";
  box.command = {"/bin/box", "--all of it"};
  box.env = {{"BOX_KEY", "sesame"}};
  box.tools = {"add.one"};
  McpServerSpec docs;
  docs.name = "docs";
  docs.url = "https://docs.example.org/mcp";
  docs.headers = {{"Authorization", "Bearer open"}};
  docs.start_ms = 2500;
  return {box, docs};
}

AgentRequest WithServers() {
  AgentRequest request;
  request.prompt = "the prompt";
  request.cwd = "/w";
  request.servers = TwoServers();
  return request;
}

CliLine LineOf(const std::string& program, const AgentRequest& request) {
  return FindCliProgram(program)->line(request, {{"HOME", "/h"}}, "/scratch");
}

TEST(CliServers, NoSecretIsInACommandLineOrAFile) {
  for (const CliProgram& program : CliPrograms()) {
    const CliLine line = program.line(WithServers(), {{"HOME", "/h"}}, "/scratch");
    std::string seen = Join(line.args, " ");
    for (const auto& [path, text] : line.files) seen += path + text;
    EXPECT_EQ(seen.find("sesame"), std::string::npos) << program.name << ": " << seen;
    EXPECT_EQ(seen.find("Bearer"), std::string::npos) << program.name << ": " << seen;
    std::string variables;
    for (const auto& [name, value] : line.env) variables += value + "\n";
    EXPECT_NE(variables.find("sesame"), std::string::npos) << program.name;
    EXPECT_NE(variables.find("Bearer open"), std::string::npos) << program.name;
  }
}

TEST(CliServers, AUnitWithoutServersIsStartedAsBefore) {
  for (const CliProgram& program : CliPrograms()) {
    const CliLine line = program.line({}, {{"HOME", "/h"}}, "/scratch");
    EXPECT_EQ(Join(line.args, " ").find("mcp"), std::string::npos) << program.name;
    for (const auto& [path, text] : line.files) EXPECT_EQ(text.find("mcp"), std::string::npos) << program.name;
  }
}

TEST(CliServers, ClaudeGetsAFileAndMayUseTheirTools) {
  const CliLine line = LineOf("claude", WithServers());
  const std::string args = Join(line.args, " ");
  EXPECT_NE(args.find("--mcp-config /scratch/mcp.json --strict-mcp-config"), std::string::npos) << args;
  EXPECT_NE(args.find("--allowedTools Read,Glob,Grep,mcp__box__add_one,mcp__docs "), std::string::npos) << args;
  const Json file = ParseJson(line.files.at("/scratch/mcp.json")).value();
  EXPECT_EQ(file["mcpServers"]["box"].Dump(),
            R"({"type":"stdio","command":"/bin/box","args":["--all of it"],"env":{"BOX_KEY":"${FORGE_MCP_1}"}})");
  EXPECT_EQ(file["mcpServers"]["docs"].Dump(),
            R"({"type":"http","url":"https://docs.example.org/mcp","headers":{"Authorization":"${FORGE_MCP_2}"}})");
  EXPECT_EQ(line.env.at("FORGE_MCP_1"), "sesame");
  EXPECT_EQ(line.env.at("FORGE_MCP_2"), "Bearer open");
  EXPECT_EQ(line.env.at("MCP_TIMEOUT"), "10000");
}

TEST(CliServers, ClaudesOwnToolsAreNamedWithoutThoseOfServers) {
  AgentRequest request = WithServers();
  request.tools = {"Read", "mcp__box__add.one"};
  const std::string args = Join(LineOf("claude", request).args, " ");
  EXPECT_NE(args.find("--tools Read --"), std::string::npos) << args;
}

TEST(CliServers, CodexGetsSettingsAndAShellThatSetsTheVariables) {
  const CliLine line = LineOf("codex", WithServers());
  const auto has = [&](const std::string& setting) { return std::ranges::find(line.args, setting) != line.args.end(); };
  EXPECT_TRUE(has(R"(mcp_servers.box.command="/bin/sh")"));
  EXPECT_TRUE(
      has(R"(mcp_servers.box.args=["-c","export BOX_KEY=\"$FORGE_MCP_1\"; exec \"$FORGE_MCP_2\" \"$FORGE_MCP_3\""])"))
      << Join(line.args, "\n");
  EXPECT_TRUE(has(R"(mcp_servers.box.env_vars=["FORGE_MCP_1","FORGE_MCP_2","FORGE_MCP_3"])"));
  EXPECT_TRUE(has(R"(mcp_servers.box.enabled_tools=["add.one"])"));
  EXPECT_TRUE(has(R"(mcp_servers.docs.url="https://docs.example.org/mcp")"));
  EXPECT_TRUE(has(R"(mcp_servers.docs.env_http_headers={"Authorization"="FORGE_MCP_4"})"));
  EXPECT_TRUE(has("mcp_servers.docs.startup_timeout_sec=3"));
  EXPECT_EQ(line.env.at("FORGE_MCP_3"), "--all of it");
}

TEST(CliServers, GeminiGetsThemInItsSettingsAndNoneBesides) {
  const CliLine line = LineOf("gemini", WithServers());
  ASSERT_EQ(line.files.size(), 1U);
  const Json settings = ParseJson(line.files.begin()->second).value();
  EXPECT_EQ(settings["mcpServers"]["box"].Dump(),
            R"({"command":"/bin/box","args":["--all of it"],"env":{"BOX_KEY":"${FORGE_MCP_1}"},)"
            R"("includeTools":["add.one"],"timeout":60000,"trust":true})");
  EXPECT_EQ(settings["mcpServers"]["docs"]["httpUrl"].AsString(), "https://docs.example.org/mcp");
  EXPECT_EQ(settings["mcp"]["allowed"].Dump(), R"(["box","docs"])");
}

TEST(CliServers, OpencodeGetsThemInItsConfigurationWithPermissions) {
  const CliLine line = LineOf("opencode", WithServers());
  const Json config = ParseJson(line.env.at("OPENCODE_CONFIG_CONTENT")).value();
  EXPECT_EQ(config["mcp"]["box"].Dump(),
            R"({"type":"local","command":["/bin/box","--all of it"],"environment":{"BOX_KEY":"sesame"},)"
            R"("enabled":true,"timeout":10000})");
  EXPECT_EQ(config["mcp"]["docs"]["headers"]["Authorization"].AsString(), "Bearer open");
  EXPECT_EQ(config["permission"]["box_*"].AsString(), "deny");
  EXPECT_EQ(config["permission"]["box_add_one"].AsString(), "allow");
  EXPECT_EQ(config["permission"]["docs_*"].AsString(), "allow");
}

TEST(CliServers, CodexGetsNoneOfTheConfigurationBesides) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "home"));
  ASSERT_TRUE(MakeDirectories(directory / "repo/.codex"));
  ASSERT_TRUE(WriteFileAtomic(directory / "home/config.toml",
                              "model = \"m\"\n[mcp_servers.mine]\ncommand = \"my server\"\nenv = { K = \"v\" }\n"
                              "[mcp_servers.box]\ncommand = \"/bin/box\"\nargs = [\"--all of "
                              "it\"]\n[mcp_servers.\"odd.name\"]\nurl = \"u\"\n"));
  ASSERT_TRUE(WriteFileAtomic(directory / "repo/.codex/config.toml",
                              "mcp_servers = { theirs = { url = \"http://x?key=sesame\" } }\n"));
  AgentRequest request = WithServers();
  request.cwd = directory / "repo/sub";
  const EnvironmentMap environment = {{"CODEX_HOME", directory / "home"}};
  const std::string args = Join(FindCliProgram("codex")->line(request, environment, "/s").args, "\n");
  EXPECT_NE(args.find("-c\nmcp_servers.mine.command=\"true\"\n-c\nmcp_servers.mine.enabled=false"), std::string::npos)
      << args;
  EXPECT_NE(args.find("-c\nmcp_servers.theirs.url=\"http://127.0.0.1/\"\n-c\nmcp_servers.theirs.enabled=false"),
            std::string::npos)
      << args;
  for (const char* theirs : {"my server", "http://x?key=sesame"})
    EXPECT_EQ(args.find(theirs), std::string::npos) << "all may read a command line: " << args;
  EXPECT_EQ(args.find("mcp_servers.box.enabled="), std::string::npos) << args;
  EXPECT_EQ(args.find("odd.name"), std::string::npos) << args;
}

TEST(CliServers, OpencodeGetsNoneOfTheConfigurationBesides) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "config/opencode"));
  ASSERT_TRUE(MakeDirectories(directory / "repo/.opencode"));
  ASSERT_TRUE(
      WriteFileAtomic(directory / "config/opencode/opencode.jsonc",
                      "// mine\n{\"mcp\": {\"mine\": {\"type\": \"local\", \"command\": [\"//x\",],}, /* and */\n"
                      "\"box\": {\"type\": \"remote\"}}}"));
  ASSERT_TRUE(WriteFileAtomic(directory / "repo/opencode.json", R"({"mcp": {"theirs": {"type": "remote"}}})"));
  ASSERT_TRUE(WriteFileAtomic(directory / "repo/.opencode/opencode.json", "broken"));
  AgentRequest request = WithServers();
  request.cwd = directory / "repo";
  const EnvironmentMap environment = {
      {"XDG_CONFIG_HOME", directory / "config"},
      {"OPENCODE_CONFIG_CONTENT", R"({"mcp": {"said": {"type": "remote"}}, "model": "m"})"}};
  const CliLine line = FindCliProgram("opencode")->line(request, environment, "/s");
  const Json config = ParseJson(line.env.at("OPENCODE_CONFIG_CONTENT")).value();
  EXPECT_EQ(config["mcp"]["mine"].Dump(), R"({"enabled":false})");
  EXPECT_EQ(config["mcp"]["theirs"].Dump(), R"({"enabled":false})");
  EXPECT_TRUE(config["mcp"]["box"]["enabled"].AsBool());
  EXPECT_FALSE(config["mcp"].Has("said"));
  EXPECT_EQ(config["model"].AsString(), "m");
}

// The user has other servers of both names: each with the other transport, or somewhere else, with a token for there.
TEST(CliServers, OneWhoseNameAnotherServerHasGetsAnotherName) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "home"));
  ASSERT_TRUE(WriteFileAtomic(directory / "home/config.toml",
                              "[mcp_servers.box]\nurl = \"http://box\"\n[mcp_servers.docs]\nurl = \"http://docs\"\n"
                              "bearer_token_env_var = \"MINE\"\n[mcp_servers.docs_forge]\ncommand = \"d\"\n"));
  AgentRequest request = WithServers();
  request.cwd = directory / "repo";
  const CliLine line = FindCliProgram("codex")->line(request, {{"CODEX_HOME", directory / "home"}}, "/s");
  const auto has = [&](const std::string& setting) { return std::ranges::find(line.args, setting) != line.args.end(); };
  const std::string args = Join(line.args, "\n");
  EXPECT_TRUE(has(R"(mcp_servers.box_forge.command="/bin/sh")")) << args;
  EXPECT_TRUE(has(R"(mcp_servers.box_forge.enabled_tools=["add.one"])")) << args;
  EXPECT_TRUE(has(R"(mcp_servers.docs_forge_forge.url="https://docs.example.org/mcp")")) << args;
  for (const char* own : {"box", "docs", "docs_forge"})
    EXPECT_TRUE(has(fmt::format("mcp_servers.{}.enabled=false", own)));
  EXPECT_FALSE(has(R"(mcp_servers.box.command="/bin/sh")")) << args;
  EXPECT_FALSE(has(R"(mcp_servers.docs.url="https://docs.example.org/mcp")")) << args;
}

TEST(CliServers, InOpencodeTooAndItsToolsAreAllowedByThatName) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "repo"));
  ASSERT_TRUE(WriteFileAtomic(directory / "repo/opencode.json",
                              R"({"mcp": {"docs": {"type": "remote", "url": "http://x", "headers": {"A": "mine"}},)"
                              R"("box": {"type": "local", "command": ["/bin/box", "--all of it"]}}})"));
  AgentRequest request = WithServers();
  request.cwd = directory / "repo";
  const CliLine line =
      FindCliProgram("opencode")->line(request, {{"XDG_CONFIG_HOME", directory / "config"}, {"HOME", "/h"}}, "/s");
  const Json config = ParseJson(line.env.at("OPENCODE_CONFIG_CONTENT")).value();
  EXPECT_EQ(config["mcp"]["docs"].Dump(), R"({"enabled":false})");
  EXPECT_EQ(config["mcp"]["docs_forge"]["url"].AsString(), "https://docs.example.org/mcp");
  EXPECT_EQ(config["permission"]["docs_forge_*"].AsString(), "allow");
  EXPECT_TRUE(config["mcp"]["box"]["enabled"].AsBool());
}

TEST(CliServers, CommentsOfJsonAreLeftOut) {
  EXPECT_EQ(WithoutComments("{\"a\": \"/* // \\\" */\", // x\n \"b\": [1, 2, /* , */ ], }"),
            "{\"a\": \"/* // \\\" */\", \n \"b\": [1, 2   ]  }");
  EXPECT_EQ(WithoutComments("/* open"), "");
  EXPECT_EQ(WithoutComments("\"open"), "\"open");
}

TEST(CliServers, OneThatCannotBeUsedIsLeftOutWithANotice) {
  TempDirectory directory;
  const std::string program = directory / "claude";
  const std::string stream = SourceDir() + "/src/agent/vendors/testdata/claude-success.jsonl";
  ASSERT_TRUE(WriteFileAtomic(
      program,
      "#!/bin/sh\necho \"$@\" > args; cp \"$TMPDIR/mcp.json\" .; printenv FORGE_MCP_1 > one; cat " + stream + "\n",
      true));
  AgentRequest request = WithServers();
  request.cwd = directory.path();
  request.deadlines.wall_ms = 60'000;
  request.servers[1].missing = "the variable DOCS is not set";
  std::vector<std::string> notices;
  request.on_event = [&](const AgentEvent& event) {
    if (event.kind == AgentEvent::Kind::kNotice) notices.push_back(event.text);
  };
  const AgentAnswer answer = MakeRuntime("claude:" + program, {"/", "", {}}).value()->Ask(request, {});
  EXPECT_FALSE(answer.failed) << answer.error;
  ASSERT_FALSE(notices.empty());
  EXPECT_EQ(notices[0], "continuing without the MCP server `docs`: the variable DOCS is not set");
  EXPECT_EQ(ReadFile(directory / "one").value(), "sesame\n");
  const Json file = ParseJson(ReadFile(directory / "mcp.json").value()).value();
  EXPECT_TRUE(file["mcpServers"].Has("box"));
  EXPECT_FALSE(file["mcpServers"].Has("docs"));
}

}  // namespace
}  // namespace forge
