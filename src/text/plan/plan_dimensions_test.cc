#include "text/plan/plan_dimensions.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plan/must_haves_form.h"

namespace forge {
namespace {

constexpr const char* kGoodSteps = R"(# Plan: x

## Risks
- The cache may grow without limit -> evict

## Testing
Run all.

## Steps

### Step a: first
- Do: write the reader
- Done when: `make test` passes

### Step b: second
- Do: write the cache
- Depends: a
- Done when: the cache returns the newest entry
)";

std::string ScoreOf(std::string_view name, std::string_view plan) {
  for (const Dimension& each : ScoreDimensions(plan).dimensions) {
    if (each.name == name) return std::string(Name(each.score));
  }
  return "absent";
}
std::string GoodStepsWith(std::string_view from, std::string_view to) {
  const std::string plan = ReplaceAll(kGoodSteps, from, to);
  EXPECT_NE(plan, kGoodSteps);
  return plan;
}

TEST(PlanDimensions, AreAlwaysTenAndTwoNeedAReviewer) {
  for (std::string_view plan : {"", kGoodSteps}) {
    const PlanDimensions scored = ScoreDimensions(plan);
    EXPECT_EQ(scored.dimensions.size(), 10U);
    EXPECT_EQ(scored.Count(Score::kReview), 2);
    EXPECT_EQ(scored.Count(Score::kPass) + scored.Count(Score::kWarn) + scored.Count(Score::kFail), 8);
  }
  EXPECT_EQ(ScoreDimensions(kGoodSteps).Count(Score::kFail), 0);
  EXPECT_EQ(ScoreDimensions(kGoodSteps).Count(Score::kWarn), 2);  // no must-haves
}

TEST(PlanDimensions, AStepThatSaysNothingIsIncomplete) {
  EXPECT_EQ(ScoreOf("completeness", kGoodSteps), "pass");
  EXPECT_EQ(ScoreOf("completeness", GoodStepsWith("- Do: write the cache\n", "")), "warn");
  EXPECT_EQ(
      ScoreOf("completeness", ReplaceAll(GoodStepsWith("- Do: write the cache\n", ""), "- Do: write the reader\n", "")),
      "fail");
  EXPECT_EQ(ScoreOf("completeness", ""), "fail");
}

TEST(PlanDimensions, AStepStandsBelowWhatItDependsOn) {
  EXPECT_EQ(ScoreOf("ordering", kGoodSteps), "pass");
  EXPECT_EQ(ScoreOf("ordering", ReplaceAll(GoodStepsWith("- Depends: a\n", ""), "write the reader\n",
                                           "write the reader\n- Depends: b\n")),
            "fail");
}

TEST(PlanDimensions, DependenciesAreSteps) {
  EXPECT_EQ(ScoreOf("dependencies", kGoodSteps), "pass");
  EXPECT_EQ(ScoreOf("dependencies", GoodStepsWith("Depends: a", "Depends: q1")), "warn");
  EXPECT_EQ(ScoreOf("dependencies", GoodStepsWith("Depends: a", "Depends: q1, q2")), "fail");
}

TEST(PlanDimensions, RisksAreAnswered) {
  EXPECT_EQ(ScoreOf("risk_coverage", kGoodSteps), "pass");
  EXPECT_EQ(ScoreOf("risk_coverage", GoodStepsWith(" -> evict", "")), "warn");
  EXPECT_EQ(ScoreOf("risk_coverage", GoodStepsWith(" -> evict", "\n- Users hate colours")), "fail");
  EXPECT_EQ(ScoreOf("risk_coverage", GoodStepsWith(" -> evict", "\n  - evict the oldest")), "pass");
  EXPECT_EQ(ScoreOf("risk_coverage", GoodStepsWith("- The cache may grow without limit -> evict", "None.")), "pass");
  EXPECT_EQ(ScoreOf("risk_coverage", GoodStepsWith("## Risks", "## Dangers")), "warn");
}

TEST(PlanDimensions, AnEndMustBeObservable) {
  EXPECT_EQ(ScoreOf("acceptance_observable", kGoodSteps), "pass");
  EXPECT_EQ(ScoreOf("acceptance_observable", GoodStepsWith("the cache returns the newest entry", "it is good")),
            "warn");
  EXPECT_EQ(
      ScoreOf("acceptance_observable", ReplaceAll(GoodStepsWith("the cache returns the newest entry", "it is good"),
                                                  "`make test` passes", "nice")),
      "fail");
}

TEST(PlanDimensions, TheJsonCountsToTen) {
  const Json json = ToJson(ScoreDimensions(kGoodSteps));
  EXPECT_EQ(json["counts"].Dump(), R"({"pass":6,"warn":2,"fail":0,"review":2})");
  EXPECT_EQ(json["dimensions"].AsArray().size(), 10U);
}

std::string Errors(const char* json) {
  std::vector<std::string> lines;
  for (const PlanProblem& error : CheckMustHavesForm(*ParseJson(json)).errors) lines.push_back(error.what);
  return Join(lines, "\n");
}

TEST(MustHavesForm, NoneIsLegacyAndFine) {
  const MustHavesForm form = CheckMustHavesForm(MustHaves{});
  EXPECT_EQ(ToJson(form).Dump(), R"({"legacy":true,"valid":true,"errors":[]})");
  EXPECT_TRUE(CheckMustHavesForm(*ParseJson("{}")).legacy);
}

TEST(MustHavesForm, EveryMistakeIsNamed) {
  EXPECT_EQ(
      Errors(R"({"must_haves":{"truths":["a",""],"artifacts":[{"provides":"x","min_lines":-1},3],
                      "key_links":[{"from":"a","to":4}],"extra":1},"expected_output":["a.c","../b","a.c"]})"),
      "must_haves: unknown key \"extra\"\nmust_haves.truths[1]: expected a string\n"
      "must_haves.artifacts[0]: has no path\nmust_haves.artifacts[0].min_lines: expected a number of lines\n"
      "must_haves.artifacts[1]: expected a map, got integer\nmust_haves.key_links[0]: to: expected a string, got "
      "integer\n"
      "must_haves.key_links[0]: has no via\nexpected_output[1]: the path \"../b\" leads out of its directory with ..\n"
      "expected_output[2]: \"a.c\" is listed twice");
  EXPECT_EQ(Errors(R"({"must_haves":[]})"), "must_haves: expected a map, got array");
  EXPECT_EQ(Errors(R"({"must_haves":{"artifacts":[{"path":"a.c","provides":"x","min_lines":3}]}})"), "");
}

TEST(MustHavesForm, TypedOnesAreCheckedTheSame) {
  MustHaves must_haves;
  must_haves.artifacts.push_back({"/etc/x", "", 3, {}});
  const MustHavesForm form = CheckMustHavesForm(must_haves);
  ASSERT_EQ(form.errors.size(), 2U);
  EXPECT_FALSE(form.valid());
  EXPECT_FALSE(form.legacy);
}

}  // namespace
}  // namespace forge
