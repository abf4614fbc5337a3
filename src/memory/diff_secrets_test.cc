#include "memory/diff_secrets.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "memory/secrets.h"

namespace forge {
namespace {

// Put together here, so that no scanner takes this file for a leak.
const std::string kGitHub = std::string("ghp_") + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
const std::string kAws = std::string("AKIA") + "Q3EGRIK7XN5T2MBD";
std::string KeyLines(const char* sign) {
  std::string text = std::string(sign) + "-----BEGIN RSA " + "PRIVATE KEY-----\n";
  for (int i = 0; i < 3; ++i)
    text += std::string(sign) + "MIIEpAIBAAKCAQEA7v9fXh3kQ1b8c5d6e7f8a9b0c1d2e3f4g5h6i7j8k9l0m1n2\n";
  return text + sign + "-----END RSA " + "PRIVATE KEY-----\n";
}

std::string Diff(const std::string& path, const std::string& lines, int old_count, int new_count, int first = 1) {
  return "diff --git a/" + path + " b/" + path + "\n--- a/" + path + "\n+++ b/" + path + "\n@@ -" +
         std::to_string(first) + "," + std::to_string(old_count) + " +" + std::to_string(first) + "," +
         std::to_string(new_count) + " @@ f()\n" + lines;
}

TEST(DiffSecrets, AddedOnesAreNamedWithTheirPlace) {
  const auto found = FindSecretsInDiff(Diff("src/a.py", " x = 1\n+y = \"" + kGitHub + "\"\n z = 2\n", 2, 3, 10));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], (DiffSecret{"src/a.py", 11, "a GitHub token"}));
  const auto key = FindSecretsInDiff(Diff("id", KeyLines("+"), 0, 5));
  ASSERT_EQ(key.size(), 1U);
  EXPECT_EQ(key[0], (DiffSecret{"id", 1, "a private key"}));
}

TEST(DiffSecrets, WhatWasThereOrGoesIsNotNew) {
  EXPECT_TRUE(FindSecretsInDiff(Diff("a", " k " + kAws + "\n+x\n", 1, 2)).empty());
  EXPECT_TRUE(FindSecretsInDiff(Diff("a", "-k " + kAws + "\n", 1, 0)).empty());
  EXPECT_TRUE(FindSecretsInDiff(Diff("a", "-k " + kAws + "\n", 1, 0) + Diff("b", "+k " + kAws + "\n", 0, 1)).empty());
  EXPECT_EQ(FindSecretsInDiff(Diff("b", "+k " + kAws + "\n", 0, 1)).size(), 1U);
}

TEST(DiffSecrets, ALineThatLooksLikeAHeadIsALine) {
  const auto found = FindSecretsInDiff(Diff("a", "+++ b/other\n+" + kAws + "\n", 0, 2));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "a");
  EXPECT_EQ(found[0].line, 2);
}

TEST(SureSecrets, AreThoseThatAreNothingElse) {
  const std::string named = std::string("api_") + "key = \"q7R8s9T0u1V2w3X4\"";
  const std::string url = std::string("postgres://ada:") + "s3cr3tpw9@db/x";
  for (const std::string& text : {kGitHub, kAws, KeyLines(""), named, url})
    EXPECT_EQ(FindSureSecrets(text).size(), 1U) << text;
}

TEST(SureSecrets, ExamplesCodeAndHashesAreNone) {
  for (const char* text :
       {"AKIAIOSFODNN7EXAMPLE", "token = lexer.Next()", "password = os.environ[\"DB\"]",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "postgres://ada:password@db/x",
        "if text.startswith(\"-----BEGIN PRIVATE KEY-----\"):", "password: \"hunter22\"",
        "integrity sha512-9fK2x7Qw1Zr8Tn4Lp6Vb3Mc5Xd0Hs2Jg7Ke1Ua4Ry8Wi6Oq3Tz5Pf9Nb2Lc4Vx0Sd6Gh8Jk1Qw==",
        "commit 0123456789abcdef0123456789abcdef01234567", "sk-learn-pipelines-and-estimators-2",
        "token: \"expires after 2 days\"", "api_key = \"${API_KEY_2024_PROD}\""})
    EXPECT_TRUE(FindSureSecrets(text).empty()) << text;
}

}  // namespace
}  // namespace forge
