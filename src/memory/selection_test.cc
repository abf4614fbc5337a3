#include "memory/selection.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Hit MakeHit(std::int64_t id, FactCategory category, std::vector<std::string> words, double confidence = 0.7) {
  Hit hit;
  hit.fact.id = {FactScope::kProject, id};
  hit.fact.text = "twelve chars";
  hit.fact.category = category;
  hit.hits = std::move(words);
  hit.confidence = confidence;
  hit.score = 1.0 / static_cast<double>(id);
  return hit;
}

std::vector<std::int64_t> Ids(const std::vector<Hit>& hits) {
  std::vector<std::int64_t> ids;
  for (const Hit& hit : hits) ids.push_back(hit.fact.id.value);
  return ids;
}

using IdList = std::vector<std::int64_t>;

TEST(Selection, AStagesNameSaysWhatItDoes) {
  EXPECT_EQ(RecallKindOf(""), RecallKind::kAsked);
  EXPECT_EQ(RecallKindOf("implement"), RecallKind::kExecute);
  EXPECT_EQ(RecallKindOf("execute-task"), RecallKind::kExecute);
  EXPECT_EQ(RecallKindOf("fix"), RecallKind::kExecute);
  EXPECT_EQ(RecallKindOf("plan"), RecallKind::kPlan);
  EXPECT_EQ(RecallKindOf("research-slice"), RecallKind::kPlan);
  for (const char* stage : {"triage", "intake", "radar"}) EXPECT_EQ(RecallKindOf(stage), RecallKind::kPlan) << stage;
  EXPECT_EQ(RecallKindOf("patch"), RecallKind::kExecute);
  EXPECT_EQ(RecallKindOf("review-plan"), RecallKind::kOther) << "it judges, whatever it judges";
  EXPECT_EQ(RecallKindOf("complete-slice"), RecallKind::kOther);
  EXPECT_EQ(RecallKindOf("something-else"), RecallKind::kOther);
}

TEST(Selection, ToBuildItTakesTwoWordsAndGotchasAndConventionsFirst) {
  const std::vector<Hit> hits = {
      MakeHit(1, FactCategory::kArchitecture, {"a", "b"}), MakeHit(2, FactCategory::kGotcha, {"a"}),
      MakeHit(3, FactCategory::kGotcha, {"a", "b"}), MakeHit(4, FactCategory::kConvention, {"b", "c"})};
  EXPECT_EQ(Ids(Select(hits, RecallKind::kExecute, 5, {})), (IdList{3, 4, 1}));
  EXPECT_EQ(Ids(Select(hits, RecallKind::kExecute, 1, {})), (IdList{2, 3, 4, 1})) << "a query of one word asks for one";
}

TEST(Selection, ToPlanItTakesHowThingsAreBuiltFirst) {
  const std::vector<Hit> hits = {MakeHit(1, FactCategory::kGotcha, {"a", "b"}), MakeHit(2, FactCategory::kDecision, {}),
                                 MakeHit(3, FactCategory::kArchitecture, {}), MakeHit(4, FactCategory::kPattern, {})};
  EXPECT_EQ(Ids(Select(hits, RecallKind::kPlan, 2, {})), (IdList{3, 4, 1, 2}));
}

TEST(Selection, AnyOtherStageGetsTheFiveSurest) {
  std::vector<Hit> hits;
  for (int i = 1; i <= 7; ++i) hits.push_back(MakeHit(i, FactCategory::kConvention, {}, 0.1 * i));
  EXPECT_EQ(Ids(Select(hits, RecallKind::kOther, 0, {})), (IdList{7, 6, 5, 4, 3}));
}

TEST(Selection, AStageGetsAtMostEight) {
  std::vector<Hit> hits;
  for (int i = 1; i <= 20; ++i) hits.push_back(MakeHit(i, FactCategory::kGotcha, {"a", "b"}));
  EXPECT_EQ(Select(hits, RecallKind::kExecute, 2, {}).size(), 8U);
  EXPECT_EQ(Select(hits, RecallKind::kExecute, 2, {3, 0}).size(), 3U);
}

TEST(Selection, TheBudgetOfTokensIsKeptAndShorterFactsFillIt) {
  std::vector<Hit> hits = {MakeHit(1, FactCategory::kGotcha, {"a"}), MakeHit(2, FactCategory::kGotcha, {"a"}),
                           MakeHit(3, FactCategory::kGotcha, {"a"})};
  hits[1].fact.text = std::string(400, 'x');
  const std::size_t budget = CostInTokens(hits[0].fact) + CostInTokens(hits[2].fact);
  EXPECT_EQ(Ids(Select(hits, RecallKind::kAsked, 1, {0, budget})), (IdList{1, 3}));
  EXPECT_EQ(Ids(Select(hits, RecallKind::kAsked, 1, {0, budget - 1})), (IdList{1}));
  EXPECT_TRUE(Select(hits, RecallKind::kAsked, 1, {0, 1}).empty());
}

TEST(Selection, TokensAreGuessedOnTheSafeSide) {
  EXPECT_EQ(RoughTokens(""), 0U);
  EXPECT_EQ(RoughTokens("abcd"), 1U);
  EXPECT_EQ(RoughTokens("abcde"), 2U);
  EXPECT_EQ(RoughTokens("日本語"), 3U);
}

}  // namespace
}  // namespace forge
