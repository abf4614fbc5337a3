#include "agent/vendors/cli_variables.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_runtime.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"
#include "text/passed_variables.h"

namespace forge {
namespace {

bool Gets(std::string_view program, std::string_view name, const EnvironmentMap& environment = {},
          const std::string& model = "") {
  AgentRequest request;
  request.model = model;
  const auto patterns = CliVariables(program, request, environment);
  return std::ranges::any_of(patterns, [&](const std::string& one) { return FitsVariable(name, one); });
}

TEST(CliVariables, AProgramGetsItsOwnProvidersKeyAndNoOther) {
  const std::pair<const char*, const char*> own[] = {
      {"claude", "ANTHROPIC_API_KEY"}, {"codex", "OPENAI_API_KEY"}, {"gemini", "GEMINI_API_KEY"}};
  for (const auto& [program, key] : own) {
    for (const auto& [other, other_key] : own) EXPECT_EQ(Gets(program, other_key), key == other_key) << program;
    for (const char* name : {"GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"}) EXPECT_FALSE(Gets(program, name)) << program;
  }
}

TEST(CliVariables, TheCloudThatClaudeIsToldToUse) {
  EXPECT_TRUE(Gets("claude", "AWS_PROFILE", {{"CLAUDE_CODE_USE_BEDROCK", "1"}}));
  EXPECT_TRUE(Gets("claude", "GOOGLE_APPLICATION_CREDENTIALS", {{"CLAUDE_CODE_USE_VERTEX", "1"}}));
}

TEST(CliVariables, OpencodeGetsThoseOfTheModelsProvider) {
  EXPECT_TRUE(Gets("opencode", "OPENROUTER_API_KEY", {}, "openrouter/x/y"));
  EXPECT_FALSE(Gets("opencode", "ANTHROPIC_API_KEY", {}, "openrouter/x/y"));
  EXPECT_TRUE(Gets("opencode", "AWS_PROFILE", {}, "amazon-bedrock/m"));
  EXPECT_TRUE(Gets("opencode", "MY_PROVIDER_KEY", {}, "my-provider/m"));
  EXPECT_TRUE(Gets("opencode", "OPENAI_API_KEY", {{"OPENCODE_CONFIG_CONTENT", R"({"model": "openai/m"})"}}));
  EXPECT_TRUE(Gets("opencode", "SOME_KEY", {{"OPENCODE_CONFIG_CONTENT", R"({"key": "{env:SOME_KEY}"})"}}, "a/b"));
  EXPECT_TRUE(Gets("opencode", "ANTHROPIC_API_KEY"));
  EXPECT_FALSE(Gets("opencode", "GITHUB_TOKEN"));
}

std::string Missed(std::string_view program, const std::string& home, const std::string& cwd) {
  const EnvironmentMap environment = {{"HOME", home}, {"CLAUDE_CONFIG_DIR", home}, {"GEMINI_CLI_HOME", home}};
  return Join(MissedBySettings(program, cwd, environment, {"AWS_PROFILE", "GITHUB_TOKEN", "GITHUB_TOKEN_2", "VAULT"}),
              " ");
}

TEST(CliVariables, WhatTheSettingsOfAProgramNameAndItDoesNotGetIsFound) {
  TempDirectory place;
  ASSERT_TRUE(MakeDirectories(place / "work/.claude") && MakeDirectories(place / "home/.gemini"));
  const std::string settings = place / "home/settings.json";
  const auto missed = [&](const char* program) { return Missed(program, place / "home", place / "work"); };
  EXPECT_EQ(missed("claude"), "");
  ASSERT_TRUE(WriteFileAtomic(settings, R"({"env":{"GITHUB_TOKEN":"x"},"note":"AWS_PROFILE is $VAULTS"})"));
  EXPECT_EQ(missed("claude"), "") << "it sets that one itself";
  ASSERT_TRUE(WriteFileAtomic(settings, R"({"apiKeyHelper":"printenv VAULT"})"));
  EXPECT_EQ(missed("claude"), "VAULT");
  ASSERT_TRUE(WriteFileAtomic(place / "home/key.sh", "curl -H \"X: $VAULT\" $AWS_PROFILE\n", true));
  ASSERT_TRUE(WriteFileAtomic(settings, R"({"apiKeyHelper":"~/key.sh now"})"));
  EXPECT_EQ(missed("claude"), "AWS_PROFILE VAULT");
  ASSERT_TRUE(WriteFileAtomic(settings, "{}"));
  ASSERT_TRUE(WriteFileAtomic(place / "home/.claude.json",
                              R"({"tips":"$VAULT","mcpServers":{"gh":{"env":{"T":"${GITHUB_TOKEN:-none}"}}}})"));
  EXPECT_EQ(missed("claude"), "GITHUB_TOKEN");
  EXPECT_EQ(missed("gemini"), "");
  ASSERT_TRUE(WriteFileAtomic(place / "home/.gemini/settings.json",
                              "{ // mine\n \"mcpServers\": {\"gh\": {\"env\": {\"T\": \"$GITHUB_TOKEN_2\"}}}}"));
  EXPECT_EQ(missed("gemini"), "GITHUB_TOKEN_2");
}

TEST(CliVariables, CodexGetsTheVariableThatItsProviderNames) {
  TempDirectory home;
  const EnvironmentMap environment = {{"CODEX_HOME", home.path()}};
  ASSERT_TRUE(WriteFileAtomic(home / "config.toml",
                              "model_provider = \"mine\"\n[model_providers.mine]\nenv_key = \"MY_KEY\"\n"
                              "[model_providers.theirs]\nenv_key = \"THEIR_KEY\"\n"));
  EXPECT_TRUE(Gets("codex", "MY_KEY", environment));
  EXPECT_FALSE(Gets("codex", "THEIR_KEY", environment));
}

TEST(CliVariables, WhatIsWithheldDoesNotReachTheProgram) {
  TempDirectory directory;
  ASSERT_TRUE(WriteFileAtomic(directory / "gemini", "#!/bin/sh\nenv >env\n", true));
  ::setenv("GEMINI_WORD_OF_TEST", "mine", 1);
  ::setenv("OTHER_WORD_OF_TEST", "other", 1);
  auto runtime = MakeRuntime("gemini:" + (directory / "gemini"), {"/", "", {{"HOME", directory.path()}}}).value();
  AgentRequest request;
  request.cwd = directory.path();
  request.withheld = {"GEMINI_WORD_OF_TEST", "OTHER_WORD_OF_TEST"};
  (void)runtime->Ask(request, {});
  const std::string env = ReadFile(directory / "env").value_or("");
  EXPECT_TRUE(env.contains("GEMINI_WORD_OF_TEST=mine")) << env;
  EXPECT_FALSE(env.contains("OTHER_WORD_OF_TEST")) << env;
  ::unsetenv("GEMINI_WORD_OF_TEST");
  ::unsetenv("OTHER_WORD_OF_TEST");
}

}  // namespace
}  // namespace forge
