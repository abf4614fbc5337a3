#include "model/step.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Step, WhatIsAtItsDefaultIsNotWritten) {
  StepSpec step;
  step.id = {"a"};
  EXPECT_EQ(ToJson(step).Dump(), R"({"id":"a"})");
  EXPECT_EQ(ToJson(Criterion{}).Dump(), "{}");
  EXPECT_EQ(ToJson(MustHaves{}).Dump(), "{}");
  EXPECT_EQ(ToJson(Claim{}).Dump(), R"({"type":"fact"})");
}

TEST(Step, AWrongMemberIsNamedWithItsPath) {
  auto why = [](std::string_view text) {
    Result<StepSpec> step = StepFromJson(*ParseJson(text));
    return step ? "" : step.error().message;
  };
  EXPECT_EQ(why(R"({"claims":[{"type":"fact"},{"type":"guess"}]})"),
            "step.claims[1]: claim.type: unknown word 'guess'");
  EXPECT_EQ(why(R"({"claims":[{"line":4294967296}]})"), "step.claims[0]: claim.line: out of range");
  EXPECT_EQ(why(R"({"must_haves":{"artifacts":[{"min_lines":"ten"}]}})"),
            "step.must_haves: must_haves.artifacts[0]: artifact.min_lines: expected an integer, got string");
  EXPECT_EQ(why(R"({"acceptance":[{"blocking":1}]})"),
            "step.acceptance[0]: criterion.blocking: expected a boolean, got integer");
  EXPECT_EQ(why(R"({"must_haves":{"key_links":3}})"),
            "step.must_haves: must_haves.key_links: expected an array, got integer");
}

TEST(Step, EveryClaimTypeIsReadByItsName) {
  for (ClaimType type : {ClaimType::kFact, ClaimType::kKgFact, ClaimType::kDesignBet, ClaimType::kStrategic}) {
    EXPECT_EQ(ParseClaimType(Name(type)), type);
  }
  EXPECT_EQ(ParseClaimType("Fact"), std::nullopt);
}

TEST(Step, AStrategicClaimOrThreeWrittenFilesMakeItComplex) {
  StepSpec step;
  EXPECT_EQ(EffectiveComplexity(step), "");
  step.complexity = "simple";
  step.files = {"a", "b", "c", "d"};
  step.writes = {"b", "c", "b"};
  EXPECT_EQ(EffectiveComplexity(step), "simple") << "what it only reads does not count";
  step.writes = {"b", "c", "d"};
  EXPECT_EQ(EffectiveComplexity(step), "complex");
  step.writes = {"a.cc", "a_test.cc", "tests/data.json", "README.md", "docs/a.html", "b.cc"};
  EXPECT_EQ(EffectiveComplexity(step), "simple") << "tests and documents belong to the change";
  EXPECT_EQ(EffectiveComplexity(step, {Braces::kChoices, false}), "complex") << "as older journals count";
  step.writes = {"{a,b,c}.cc", "README.md"};
  EXPECT_EQ(EffectiveComplexity(step), "complex");
  step.writes = {};
  step.claims.resize(1);
  step.claims[0].type = ClaimType::kDesignBet;
  EXPECT_EQ(EffectiveComplexity(step), "simple");
  step.claims.resize(2);
  step.claims[1].type = ClaimType::kStrategic;
  EXPECT_EQ(EffectiveComplexity(step), "complex");
}

}  // namespace
}  // namespace forge
