#include "memory/search.h"

#include <gtest/gtest.h>

#include "memory/terms.h"

namespace forge {
namespace {

SearchMatch Match(std::int64_t id, const std::string& text, double fit, std::int64_t at = 0) {
  SearchMatch match;
  match.id = id;
  match.document = {SearchKind::kStep, RunId{id}, "s1", text, text, {}, TimePoint{at}};
  match.terms = " ";
  for (const std::string& term : Terms(text)) match.terms += term + " ";
  match.fit = fit;
  return match;
}

std::vector<std::int64_t> Order(const std::vector<SearchMatch>& matches, const std::string& query, bool whole = true,
                                std::size_t most = 10) {
  std::vector<std::int64_t> order;
  for (const SearchHit& hit : RankMatches(matches, DistinctTerms(query), whole, most))
    order.push_back(hit.document.run.value);
  return order;
}

using RunNumbers = std::vector<std::int64_t>;

TEST(Search, AllWordsSideBySideComeFirst) {
  const std::vector<SearchMatch> matches = {Match(1, "a retry of the login", -3), Match(2, "the budget of a retry", -3),
                                            Match(3, "the retry budget", -3)};
  EXPECT_EQ(Order(matches, "retry budget"), (RunNumbers{3, 2, 1}));
}

TEST(Search, OfEqualTextsTheRarerWordAndThenTheNewestComesFirst) {
  EXPECT_EQ(Order({Match(1, "retry", -1), Match(2, "retry", -2)}, "retry"), (RunNumbers{2, 1}));
  EXPECT_EQ(Order({Match(1, "retry", -1, 10), Match(2, "retry", -1, 20)}, "retry"), (RunNumbers{2, 1}));
  EXPECT_EQ(Order({Match(1, "x", 0, 10), Match(2, "y", 0, 20)}, ""), (RunNumbers{2, 1}));
}

TEST(Search, ABegunWordCountsOnlyWhereWordsMayBeBegun) {
  const auto hits = RankMatches({Match(1, "exponential", -1)}, {"expon"}, false, 10);
  const auto whole = RankMatches({Match(1, "exponential", -1)}, {"expon"}, true, 10);
  EXPECT_GT(hits.at(0).score, whole.at(0).score);
}

TEST(Search, GivesNoMoreThanAsked) {
  EXPECT_EQ(Order({Match(1, "retry", -1), Match(2, "retry", -2)}, "retry", true, 1), (RunNumbers{2}));
}

TEST(Search, TheExcerptIsTheLineWithMostWords) {
  const std::string text = "nothing here\nthe budget is three\nthe retry budget is two\n";
  EXPECT_EQ(ExcerptAbout(text, DistinctTerms("retry budget"), 80), "the retry budget is two");
  EXPECT_EQ(ExcerptAbout("nothing", DistinctTerms("retry"), 80), "");
}

TEST(Search, ALongLineIsCutAroundTheFirstWord) {
  std::string line;
  for (int i = 0; i < 40; ++i) line += "filler ";
  line += "retry budget";
  const std::string excerpt = ExcerptAbout(line, DistinctTerms("budget"), 60);
  EXPECT_NE(excerpt.find("budget"), std::string::npos);
  EXPECT_LE(excerpt.size(), 70U);
  EXPECT_TRUE(excerpt.starts_with("…"));
}

}  // namespace
}  // namespace forge
