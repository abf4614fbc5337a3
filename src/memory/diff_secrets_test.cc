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

TEST(SureSecrets, NamesOfFilesAndPartsAreNone) {
  for (const char* text :
       {"hf_xet-1.1.5-cp37-abi3-macosx_10_12_x86_64.whl", "hf_transfer-0.1.9-cp38-abi3-manylinux_2_17_x86_64",
        ".sk-folding-cube1.sk-cube2.sk-cube3", "npm_package_config_node_gyp_v8_10", "AKIAQ3EGRIK7XN5T2MBDQ3EGRIK7",
        "ghp_one_two_three_four_five_6_seven_8_nine", "sk-a1b2c3d4e5f6g7h8i9j0k1.css"})
    EXPECT_TRUE(FindSureSecrets(text).empty()) << text;
}

TEST(SureSecrets, AUrlEndsAtItsQuotesAndBrackets) {
  for (const char* text :
       {R"(["http://localhost:8080","admin1@example.com"])",
        R"({"api":"http://localhost:3000","support":"help@example.com"})", "http://10.0.0.1:8080,200,u1@x.y",
        "[a](http://localhost:3000),[mail](mailto:ab12@x.y)", "`http://api.corp.io:80801`ada1@x.y"})
    EXPECT_TRUE(FindSureSecrets(text).empty()) << text;
}

TEST(SureSecrets, APasswordForThisMachineOrAnExampleIsNone) {
  for (const char* host :
       {"localhost", "localhost:5432", "127.0.0.1", "example.com", "db.example.org", "EXAMPLE.net", "a.b.example"})
    EXPECT_TRUE(FindSureSecrets(std::string("postgres://ada:") + "s3cr3tpw9@" + host + "/x").empty()) << host;
  EXPECT_TRUE(FindSureSecrets(std::string("postgres://postgres:") + "postgres1@db/x").empty());
  EXPECT_EQ(FindSureSecrets(std::string("postgres://ada:") + "hunter22@db.corp.io/x").size(), 1U);
  EXPECT_EQ(FindSureSecrets(std::string("postgres://ada:") + "hunter22@notexample.com/x").size(), 1U);
}

TEST(SureSecrets, NamedHashesPathsAndWordsAreNone) {
  for (const char* value :
       {"/run/secrets/db1/x2/y3/z4abcdefgh5", "$2b$12$KIXQJ4mN5pR7sT9uV1wX3yZa5Bc7De9Fg1Hi3Jk5Lm7No9Pq1Rs3",
        "$argon2id$v=19$m=65536$a1b2c3d4e5f6g7h8", "sha256-9fK2x7Qw1Zr8Tn4Lp6Vb3Mc5Xd0Hs2Jg7Ke1Ua4Ry8W",
        "9f8e7d6c5b4a39281706f5e4d3c2b1a0", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "step1-step2-step3-step4"})
    EXPECT_TRUE(FindSureSecrets(std::string("pass") + "word = \"" + value + "\"").empty()) << value;
}

TEST(SureSecrets, AKeyBeginsInOneLineAndAnotherMayBeginBeforeItEnds) {
  const std::string text(60, 'A');
  EXPECT_TRUE(FindSureSecrets("-----BEGIN CERTIFICATE-----\n" + text + "\nits PRIVATE KEY-----\n" + text).empty());
  EXPECT_EQ(FindSureSecrets(std::string("find(\"-----BEGIN PRIV") + "ATE KEY-----\")\n" + KeyLines("")).size(), 1U);
}

// A search that looks at a text again from each of its words would not come to an end here.
TEST(SureSecrets, LongRowsOfBeginningsAreSearchedOnce) {
  constexpr std::size_t kSize = std::size_t{1} << 20U;
  for (const std::string begin : {"sk-", "eyJ1", "ghp_1", "SG.", "sk_live_1", "password=1aA", "token=\"1aA",
                                  "-----BEGIN PRIVATE KEY-----", "-----BEGIN", "://a:1@", "password", "secret: "}) {
    std::string text;
    while (text.size() < kSize) text += begin;
    FindSureSecrets(text);
    EXPECT_FALSE(MaskSecrets(text).empty());
  }
}

TEST(SureSecrets, ALongValueIsMaskedToItsEnd) {
  std::string value;
  while (value.size() < 5000) value += "a1B2c3D4";
  EXPECT_EQ(MaskSecrets(std::string("pass") + "word=" + value + " x"), "password=<secret> x");
  EXPECT_EQ(MaskSecrets(std::string("e") + "yJ" + value + " x"), "<secret> x");
}

TEST(DiffSecrets, ManyInOneBlockHaveTheirLines) {
  std::string lines;
  for (int i = 0; i < 20000; ++i) lines += "+k\n+" + kAws + "\n";
  const auto found = FindSecretsInDiff(Diff("a", lines, 0, 40000));
  ASSERT_EQ(found.size(), 20000U);
  EXPECT_EQ(found[0].line, 2);
  EXPECT_EQ(found.back().line, 40000);
}

}  // namespace
}  // namespace forge
