#include "text/review/dimensions_review.h"

#include <gtest/gtest.h>

#include "text/review/review_shown.h"
#include "text/review/verdict.h"

namespace forge {
namespace {

PlanDimensions ByCode(Score ordering, Score risks) {
  return {{{"ordering", ordering, "s2 before s1."},
           {"risk_coverage", risks, "Risks without an answer: x."},
           {"completeness", Score::kPass, "Every step says what to do."},
           {"scope_alignment", Score::kReview, ""},
           {"decisions_honored", Score::kReview, ""}}};
}

Json Reviewed(std::string_view more = "") {
  return ParseJson(R"({"dimensions": [{"dimension": "scope alignment", "score": "pass", "reason": "within"},
    {"dimension": "decisions_honored", "score": "WARN", "reason": "D1 is bent"})" +
                   std::string(more) + "]}")
      .value();
}

TEST(DimensionsReview, WhatCodeCanTellCountsWhateverTheReviewerSays) {
  const auto scores = PutScoresTogether(ByCode(Score::kFail, Score::kPass),
                                        Reviewed(R"(, {"dimension": "ordering", "score": "pass"})"));
  ASSERT_TRUE(scores);
  EXPECT_EQ((*scores)[0], (ScoredDimension{"ordering", Score::kFail, "s2 before s1.", "engine"}));
  EXPECT_EQ((*scores)[3].score, Score::kPass);
  EXPECT_EQ((*scores)[4], (ScoredDimension{"decisions_honored", Score::kWarn, "D1 is bent", "reviewer"}));
  EXPECT_EQ(DescribeScores(*scores), "1 of 5 dimensions fails: ordering; warned of: decisions_honored");
}

TEST(DimensionsReview, BothAreCounted) {
  const auto scores =
      PutScoresTogether(ByCode(Score::kFail, Score::kPass),
                        Reviewed(R"(, {"dimension": "completeness", "score": "fail", "reason": "s1"})"));
  ASSERT_TRUE(scores);
  EXPECT_EQ(CountScores(*scores, Score::kFail), 2);
}

TEST(DimensionsReview, WhereCodeGoesByWordsAloneTheReviewerKnowsBetter) {
  const auto passes =
      PutScoresTogether(ByCode(Score::kPass, Score::kFail),
                        Reviewed(R"(, {"dimension": "risk_coverage", "score": "pass", "reason": "all"})"));
  ASSERT_TRUE(passes);
  EXPECT_EQ((*passes)[1].score, Score::kPass);
  const auto silent = PutScoresTogether(ByCode(Score::kPass, Score::kFail), Reviewed());
  ASSERT_TRUE(silent);
  EXPECT_EQ((*silent)[1].score, Score::kFail) << "who says nothing of it contradicts nothing";
}

TEST(DimensionsReview, WhatOnlyAReviewerCanScoreMustBeScored) {
  const auto scores = PutScoresTogether(ByCode(Score::kPass, Score::kPass), ParseJson(R"({"dimensions": []})").value());
  ASSERT_FALSE(scores);
  EXPECT_EQ(scores.error().message,
            "the answer does not score scope_alignment and decisions_honored, which nobody else can");
}

TEST(DimensionsReview, AScoreThatNobodyKnowsIsAFail) {
  const auto scores = PutScoresTogether(ByCode(Score::kPass, Score::kPass),
                                        Reviewed(R"(, {"dimension": "completeness", "score": "so so"})"));
  ASSERT_TRUE(scores);
  EXPECT_EQ((*scores)[2].score, Score::kFail);
}

TEST(DimensionsReview, TheRoundsStandSideBySide) {
  const Scores first = *PutScoresTogether(ByCode(Score::kFail, Score::kPass), Reviewed());
  const Scores second = *PutScoresTogether(ByCode(Score::kPass, Score::kPass), Reviewed());
  const std::string page = ScoresPage({first, second});
  EXPECT_NE(
      page.find("| dimension | round 1 | round 2 | by | reason |\n|---|---|---|---|---|\n| ordering | fail | pass "
                "| engine | s2 before s1. |\n"),
      std::string::npos)
      << page;
  EXPECT_EQ(ParseReviewVerdict(page), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict(ScoresPage({first})), Verdict::kRevision);
  EXPECT_EQ(ScoresFromJson(ToJson(first)), first);
}

TEST(DimensionsReview, ThePlannerIsShownWhatDoesNotPass) {
  const Scores scores = *PutScoresTogether(ByCode(Score::kFail, Score::kPass), Reviewed());
  const std::string shown = ReviewShown(ScoresPage({scores}));
  EXPECT_NE(shown.find("medium: ordering"), std::string::npos) << shown;
  EXPECT_NE(shown.find("\nWarned of, which blocks nothing:\n- low: decisions_honored\n  D1 is bent\n"),
            std::string::npos)
      << shown;
  EXPECT_LT(shown.find("medium: ordering"), shown.find("low: decisions_honored")) << "a warning asks for nothing";
  EXPECT_EQ(shown.find("| ordering"), std::string::npos) << "once";
}

TEST(DimensionsReview, AWarningIsARemarkAndNoFinding) {
  const Scores scores = *PutScoresTogether(
      {{{"legacy_schema_detect", Score::kWarn, "s1 has no must-haves."},
        {"completeness", Score::kWarn, "s1 does not say what to do."},
        {"scope_alignment", Score::kReview, ""}}},
      ParseJson(R"({"dimensions": [{"dimension": "completeness", "score": "warn", "reason": "s1: which end?"},
                           {"dimension": "scope_alignment", "score": "pass"}]})")
          .value());
  EXPECT_TRUE(FindingsOfScores(scores).AsArray().empty());
  ASSERT_EQ(RemarksOfScores(scores).AsArray().size(), 1U) << "the form is its author's business";
  EXPECT_EQ(RemarksOfScores(scores).AsArray()[0]["text"].AsString(),
            "s1 does not say what to do. The reviewer: s1: which end?");
}

TEST(DimensionsReview, TheReviewerIsToldWhatTheEngineCanTell) {
  EXPECT_EQ(ScoresByCode(ByCode(Score::kFail, Score::kWarn)),
            "- ordering: fail. s2 before s1.\n"
            "- risk_coverage: warn. Risks without an answer: x. (by words alone: your score counts)\n"
            "All else that it can tell passes.\n");
  EXPECT_EQ(ScoresByCode(ByCode(Score::kPass, Score::kPass)), "All that it can tell passes.\n");
}

}  // namespace
}  // namespace forge
