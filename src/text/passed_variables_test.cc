#include "text/passed_variables.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PassedVariables, WhatToolChainsNeedIsPassedOn) {
  for (const char* name : {"PATH",
                           "HOME",
                           "LANG",
                           "LC_ALL",
                           "TERM",
                           "TMPDIR",
                           "JAVA_HOME",
                           "CARGO_HOME",
                           "RUSTFLAGS",
                           "GOPATH",
                           "VIRTUAL_ENV",
                           "DISPLAY",
                           "CI",
                           "MAKEFLAGS",
                           "npm_config_registry",
                           "CC",
                           "CMAKE_PREFIX_PATH",
                           "PYTHONPATH",
                           "https_proxy",
                           "GIT_AUTHOR_NAME",
                           "XAUTHORITY",
                           "FORGE_RUN_KEY",
                           "NODE_OPTIONS"})
    EXPECT_TRUE(IsCommonVariable(name)) << name;
}

TEST(PassedVariables, KeysAndWhatNobodyNamedAreNot) {
  for (const char* name : {"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_ACCESS_KEY_ID", "AWS_PROFILE",
                           "GOOGLE_API_KEY", "PGPASSWORD", "DATABASE_URL", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS",
                           "KUBECONFIG", "CARGO_REGISTRY_TOKEN", "npm_config__authToken", "NPM_TOKEN",
                           "UV_PUBLISH_PASSWORD", "FORGE_NOTIFY_SECRET", "COMPOSER_AUTH", "ANTHROPIC_BASE_URL"})
    EXPECT_FALSE(IsCommonVariable(name)) << name;
}

TEST(PassedVariables, TheSettingAddsNamesAndPrefixes) {
  const std::map<std::string, std::string> environment = {{"PATH", "/bin"}, {"DB_URL", "x"}, {"DB_PASSWORD", "y"},
                                                          {"OTHER", "z"},   {"EXACT", "e"},  {"EXACTLY", "f"}};
  EXPECT_EQ(WithheldVariables(environment, {"DB_*", "EXACT"}), (std::vector<std::string>{"EXACTLY", "OTHER"}));
}

TEST(PassedVariables, ANameIsOneAndNotAPattern) {
  for (const char* good : {"A", "_a1", "PREFIX_*", "npm_*"}) EXPECT_TRUE(IsVariablePattern(good)) << good;
  for (const char* bad : {"", "*", "1A", "A=b", "$A", "A B", "*_A", "A*B", "A**"})
    EXPECT_FALSE(IsVariablePattern(bad)) << bad;
}

TEST(PassedVariables, AreFoundInTheWordsOfACommandThatMissedOne) {
  const std::vector<std::string> withheld = {"DATABASE_URL", "KEY"};
  EXPECT_EQ(NamedIn("KeyError: 'DATABASE_URL'", withheld), std::vector<std::string>{"DATABASE_URL"});
  EXPECT_EQ(NamedIn("sh: 1: KEY: parameter not set", withheld), std::vector<std::string>{"KEY"});
  EXPECT_TRUE(NamedIn("MY_KEY KEYS DATABASE_URLS", withheld).empty());
}

}  // namespace
}  // namespace forge
