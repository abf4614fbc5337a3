#include "memory/rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/strings.h"
#include "base/testing/seed.h"

namespace forge {
namespace {

constexpr TimePoint kNow{1'000 * kDayMs};

// A store's answer for a query, made by hand: counts are those of the facts given.
class Shelf {
 public:
  Fact& Put(const std::string& text) {
    Findings::Found& found = findings_.found.emplace_back();
    found.fact.id = {FactScope::kProject, static_cast<std::int64_t>(findings_.found.size())};
    found.fact.text = text;
    found.fact.confidence = 0.7;
    found.fact.confirmed = kNow;
    found.terms = Terms(text);
    return found.fact;
  }

  std::vector<Hit> Ask(const std::string& query) {
    findings_.terms.clear();
    for (const std::string& term : DistinctTerms(query)) {
      std::int64_t holders = 0;
      for (const auto& found : findings_.found) {
        holders += std::find(found.terms.begin(), found.terms.end(), term) != found.terms.end() ? 1 : 0;
      }
      findings_.terms.push_back({term, holders, 1, term});
    }
    findings_.facts = static_cast<std::int64_t>(findings_.found.size());
    findings_.mean_terms = 5;
    std::vector<Hit> hits = RankFacts(findings_, kNow);
    SayWords(hits, SaidTerms(query));
    return hits;
  }

 private:
  Findings findings_;
};

TEST(Rank, TheFactThatCoversMoreOfTheQueryComesFirst) {
  Shelf shelf;
  shelf.Put("The cache is cleared at midnight");
  shelf.Put("The cache of sessions is kept in redis");
  shelf.Put("Sessions last an hour");
  const std::vector<Hit> hits = shelf.Ask("cache of sessions");
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].fact.text, "The cache of sessions is kept in redis");
}

TEST(Rank, OfTwoThatSayTheSameTheSurerAndFresherComesFirst) {
  Shelf shelf;
  shelf.Put("deploy with make").confirmed = TimePoint{kNow.ms - 200 * kDayMs};
  shelf.Put("deploy with make");
  shelf.Put("deploy with make").confidence = 0.95;
  const std::vector<Hit> hits = shelf.Ask("deploy");
  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].fact.id.value, 3);
  EXPECT_EQ(hits[1].fact.id.value, 2);
  EXPECT_EQ(hits[2].fact.id.value, 1);
  EXPECT_LT(hits[2].confidence, 0.7) << "what it is worth today";
  EXPECT_NEAR(hits[2].age_days, 200, 1e-9);
}

TEST(Rank, WhatNoLongerCountsIsLeftOutAndDraftsWeighLess) {
  Shelf shelf;
  shelf.Put("deploy with make").status = FactStatus::kSuperseded;
  Fact& expired = shelf.Put("deploy with make");
  expired.status = FactStatus::kDraft;
  expired.expires = kNow;
  shelf.Put("deploy with make").status = FactStatus::kDraft;
  shelf.Put("deploy with make");
  const std::vector<Hit> hits = shelf.Ask("deploy");
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].fact.id.value, 4);
  EXPECT_EQ(hits[1].fact.id.value, 3);
  EXPECT_LT(hits[1].score, hits[0].score);
  EXPECT_NE(Why(hits[1]).find("draft"), std::string::npos);
}

TEST(Rank, WhySaysTheWordsAsTheyWereAsked) {
  Shelf shelf;
  shelf.Put("Configuration of the database lives in settings.toml");
  shelf.Put("parse_http_reply throws on truncated bodies");
  const std::vector<Hit> short_forms = shelf.Ask("where is the DB config?");
  ASSERT_FALSE(short_forms.empty());
  EXPECT_TRUE(Why(short_forms[0]).starts_with("about DB, config;")) << Why(short_forms[0]);
  const std::vector<Hit> identifier = shelf.Ask("parseHTTPReply");
  ASSERT_FALSE(identifier.empty());
  EXPECT_TRUE(Why(identifier[0]).starts_with("about parse, HTTP, Reply, parseHTTPReply;")) << Why(identifier[0]);
}

TEST(Rank, AnEmptyQueryTakesTheSurest) {
  Shelf shelf;
  shelf.Put("one").confidence = 0.4;
  shelf.Put("two").confidence = 0.9;
  const std::vector<Hit> hits = shelf.Ask("");
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].fact.text, "two");
  EXPECT_TRUE(Why(hits[0]).starts_with("among the most certain;"));
}

TEST(Rank, ScoresStayBetweenNothingAndOneAndMoreConfidenceNeverHurts) {
  const std::uint64_t seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> words = {"cache", "deploy", "token", "retry", "port", "queue", "index", "lock"};
  auto sentence = [&](std::size_t most) {
    std::vector<std::string> chosen;
    for (std::size_t n = 1 + random() % most; n > 0; --n) chosen.push_back(words[random() % words.size()]);
    return Join(chosen, " ");
  };
  for (int round = 0; round < 300; ++round) {
    Shelf shelf;
    for (int i = 0; i < 8; ++i) {
      Fact& fact = shelf.Put(sentence(6));
      fact.confidence = static_cast<double>(random() % 101) / 100;
      fact.confirmed = TimePoint{kNow.ms - static_cast<std::int64_t>(random() % 500) * kDayMs};
      fact.hits = static_cast<std::int64_t>(random() % 9);
    }
    const std::string text = sentence(4);
    shelf.Put(text).confidence = 0.3;
    shelf.Put(text).confidence = 0.8;
    const std::vector<Hit> hits = shelf.Ask(sentence(3));
    double better = -1;
    double worse = -1;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      EXPECT_GE(hits[i].score, 0);
      EXPECT_LE(hits[i].score, 1);
      EXPECT_LE(hits[i].score, hits[i == 0 ? 0 : i - 1].score);
      if (hits[i].fact.id.value == 9) worse = hits[i].score;
      if (hits[i].fact.id.value == 10) better = hits[i].score;
    }
    EXPECT_GE(better, worse);
  }
}

}  // namespace
}  // namespace forge
