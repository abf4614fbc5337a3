#include "text/formats/sarif.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Finding Sample() {
  Finding finding;
  finding.file = "src/a file.cc";
  finding.line = 12;
  finding.severity = "error";
  finding.level = FindingLevel::kHigh;
  finding.category = "silent-failure";
  finding.description = "drops the error";
  finding.element = "Open";
  finding.source = "review";
  return finding;
}

TEST(Sarif, AFindingHasRuleLevelPlaceAndFingerprint) {
  const Json log = MakeSarif({{Sample(), "F1", "abcd1234"}}, "1.2.3");
  EXPECT_EQ(log["version"].AsString(), "2.1.0");
  const Json& run = log["runs"].AsArray()[0];
  EXPECT_EQ(run["tool"]["driver"]["name"].AsString(), "forge");
  EXPECT_EQ(run["tool"]["driver"]["rules"].AsArray()[0]["id"].AsString(), "silent-failure");
  const Json& result = run["results"].AsArray()[0];
  EXPECT_EQ(result["ruleId"].AsString(), "silent-failure");
  EXPECT_EQ(result["level"].AsString(), "error");
  EXPECT_EQ(result["message"]["text"].AsString(), "drops the error");
  const Json& place = result["locations"].AsArray()[0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"].AsString(), "src/a%20file.cc");
  EXPECT_EQ(place["region"]["startLine"].AsInt(), 12);
  EXPECT_EQ(result["partialFingerprints"]["forgeFinding/v1"].AsString(), "abcd1234");
  EXPECT_FALSE(result.Has("suppressions"));
}

TEST(Sarif, WhatIsSettledIsSuppressedWithItsReason) {
  Finding finding = Sample();
  finding.state = FindingState::kRejected;
  finding.reason = "by design";
  const Json log = MakeSarif({{finding, "F1", "k"}}, "1");
  const Json& suppression = log["runs"].AsArray()[0]["results"].AsArray()[0]["suppressions"].AsArray()[0];
  EXPECT_EQ(suppression["kind"].AsString(), "external");
  EXPECT_EQ(suppression["justification"].AsString(), "rejected: by design");
}

TEST(Sarif, WhatWeWriteWeReadBack) {
  Finding settled = Sample();
  settled.state = FindingState::kRejected;
  settled.reason = "no";
  Finding bare;
  bare.description = "somewhere";
  bare.severity = "note";
  bare.level = FindingLevel::kLow;
  const auto read =
      FindingsFromSarif(MakeSarif({{Sample(), "F1", "a"}, {settled, "F2", "b"}, {bare, "F3", "c"}}, "1").Dump());
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 3U);
  EXPECT_EQ((*read)[0].file, "src/a file.cc");
  EXPECT_EQ((*read)[0].line, 12);
  EXPECT_EQ((*read)[0].level, FindingLevel::kHigh);
  EXPECT_EQ((*read)[0].element, "Open");
  EXPECT_EQ((*read)[0].source, "forge");
  EXPECT_EQ((*read)[1].state, FindingState::kRejected);
  EXPECT_EQ((*read)[2].level, FindingLevel::kLow);
  EXPECT_TRUE((*read)[2].file.empty());
}

TEST(Sarif, OtherToolsLeaveTheLevelToTheirRules) {
  const auto read = FindingsFromSarif(R"({"version":"2.1.0","runs":[{"tool":{"driver":{"name":"semgrep","rules":[
      {"id":"a"},{"id":"B_2","defaultConfiguration":{"level":"error"}}]}},"results":[
      {"ruleIndex":1,"message":{"markdown":"**bad**"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///etc/x"},
        "region":{"startLine":0}}}]},
      {"ruleId":"a","message":{"id":"m"}},
      {"level":"none"}, 7]},{"tool":{},"results":null}]})");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 4U);
  EXPECT_EQ((*read)[0].level, FindingLevel::kHigh);
  EXPECT_EQ((*read)[0].category, "b-2");
  EXPECT_TRUE((*read)[0].foreign);
  EXPECT_EQ((*read)[0].line, 0);
  EXPECT_EQ((*read)[0].source, "semgrep");
  EXPECT_EQ((*read)[1].level, FindingLevel::kMedium);
  EXPECT_EQ((*read)[1].description, "a");
  EXPECT_EQ((*read)[2].level, FindingLevel::kLow);
  EXPECT_EQ((*read)[3].description, "7");
}

TEST(Sarif, WhatIsNoLogFails) {
  for (const char* text : {"", "[]", "{}", "{\"runs\":{}}", "nonsense"}) EXPECT_FALSE(FindingsFromSarif(text)) << text;
  EXPECT_TRUE(FindingsFromSarif("\xEF\xBB\xBF{\"runs\":[]}"));
}

}  // namespace
}  // namespace forge
