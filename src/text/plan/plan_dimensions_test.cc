#include "text/plan/plan_dimensions.h"

#include <gtest/gtest.h>

#include <algorithm>

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
std::int64_t CountOf(const PlanDimensions& scored, Score score) {
  return std::ranges::count(scored.dimensions, score, &Dimension::score);
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
    EXPECT_EQ(CountOf(scored, Score::kReview), 2);
    EXPECT_EQ(CountOf(scored, Score::kPass) + CountOf(scored, Score::kWarn) + CountOf(scored, Score::kFail), 8);
  }
  EXPECT_EQ(CountOf(ScoreDimensions(kGoodSteps), Score::kFail), 0);
  EXPECT_EQ(CountOf(ScoreDimensions(kGoodSteps), Score::kWarn), 2);  // no must-haves
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

std::string Errors(const MustHaves& must_haves) {
  std::vector<std::string> lines;
  for (const PlanProblem& error : CheckMustHavesForm(must_haves).errors) lines.push_back(error.what);
  return Join(lines, "\n");
}

TEST(MustHavesForm, NoneIsLegacyAndFine) {
  const MustHavesForm form = CheckMustHavesForm(MustHaves{});
  EXPECT_TRUE(form.legacy);
  EXPECT_TRUE(form.valid());
}

TEST(MustHavesForm, EveryMistakeIsNamed) {
  MustHaves must_haves;
  must_haves.truths = {"a", ""};
  must_haves.artifacts = {{"", "x", -1, {}}, {"/etc/x", "", 3, std::vector<std::string>{" "}}};
  must_haves.key_links = {{"a", "b", ""}};
  must_haves.expected_output = {"a.c", "../b", "a.c", " "};
  EXPECT_EQ(Errors(must_haves),
            "must_haves.truths[1]: expected a string\nmust_haves.artifacts[0]: has no path\n"
            "must_haves.artifacts[0].min_lines: expected a number of lines\n"
            "must_haves.artifacts[1].path: the path \"/etc/x\" is not relative to the repository\n"
            "must_haves.artifacts[1]: has no provides\n"
            "must_haves.artifacts[1].stub_patterns[0]: expected a string\nmust_haves.key_links[0]: has no via\n"
            "expected_output[1]: the path \"../b\" leads out of its directory with ..\n"
            "expected_output[2]: \"a.c\" is listed twice\nexpected_output[3]: expected a path");
  EXPECT_FALSE(CheckMustHavesForm(must_haves).legacy);
  MustHaves fine;
  fine.artifacts = {{"a.c", "x", 3, {}}};
  EXPECT_EQ(Errors(fine), "");
}

}  // namespace
}  // namespace forge
