#include "service/proof/allowed_secrets.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

AllowedSecrets Parsed(std::string_view text) { return ParseAllowedSecrets(text, "s.toml").value(); }
std::string Wrong(std::string_view text) { return ParseAllowedSecrets(text, "s.toml").error().message; }

TEST(AllowedSecrets, AnEntryCoversItsPathsAndItsKind) {
  const AllowedSecrets allowed = Parsed(
      "[[allow]]\npath = \"tests/**\"\nreason = \"made up\"\n[[allow]]\npath = \"a\"\nkind = \"a private key\"\nreason "
      "= "
      "\"r\"\n");
  EXPECT_NE(allowed.Find("tests/data/x", "an API key"), nullptr);
  EXPECT_NE(allowed.Find("a", "a private key"), nullptr);
  EXPECT_EQ(allowed.Find("a", "an API key"), nullptr);
  EXPECT_EQ(allowed.Find("src/x", "an API key"), nullptr);
}

TEST(AllowedSecrets, WithoutAReasonNothingIsAllowed) {
  EXPECT_EQ(Wrong("[[allow]]\npath = \"a\"\n"), "s.toml:1: an entry needs a reason");
  EXPECT_EQ(Wrong("[[allow]]\npath = \"a\"\nreason = \" \"\n"), "s.toml:1: an entry needs a reason");
  EXPECT_EQ(Wrong("[[allow]]\nreason = \"r\"\n"), "s.toml:1: an entry needs a path");
  EXPECT_EQ(Wrong("[[allow]]\npath = \"a\"\nwhy = \"r\"\n"),
            "s.toml:3: unknown key \"why\"; known are path, kind and reason");
  EXPECT_EQ(Wrong("x = 1\n"), "s.toml:1: unknown \"x\": entries begin with [[allow]]");
  EXPECT_NE(Wrong("[[allow"), "");
}

TEST(AllowedSecrets, AFindingNamesThePlaceAndAnAllowedOneItsReason) {
  const SecretsReport report = JudgeSecrets({{"a.py", 3, "an API key"}, {"t/b", 1, "an API key"}},
                                            Parsed("[[allow]]\npath = \"t\"\nreason = \"made up\"\n"));
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_TRUE(report.findings[0].starts_with("a.py:3: holds an API key: "));
  EXPECT_EQ(report.allowed, (std::vector<std::string>{"t/b:1: an API key, allowed by s.toml:1: made up"}));
}

TEST(AllowedSecrets, AllAreJudgedAndTwentyAreShown) {
  std::vector<DiffSecret> found(25, {"t/b", 1, "an API key"});
  found.push_back({"a.py", 3, "an API key"});
  const SecretsReport report = JudgeSecrets(found, Parsed("[[allow]]\npath = \"t\"\nreason = \"made up\"\n"));
  EXPECT_EQ(report.findings.size(), 1U);
  const SecretsReport all = JudgeSecrets(found, {});
  ASSERT_EQ(all.findings.size(), 21U);
  EXPECT_EQ(all.findings.back(), "and 6 more");
}

TEST(AllowedSecrets, WhatWasNotSearchedIsAFindingThatSaysWhatToDo) {
  const std::vector<DiffSecret> found = {{"video.bin", 1, "too large to search"}};
  const SecretsReport report = JudgeSecrets(found, {});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_TRUE(report.findings[0].starts_with("video.bin: its change is too large to search for secrets: make it "))
      << report.findings[0];
  EXPECT_TRUE(JudgeSecrets(found, Parsed("[[allow]]\npath = \"video.bin\"\nkind = \"too large to search\"\n"
                                         "reason = \"a film\"\n"))
                  .findings.empty());
}

}  // namespace
}  // namespace forge
