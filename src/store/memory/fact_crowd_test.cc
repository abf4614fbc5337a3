#include "store/memory/fact_crowd.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "memory/terms.h"

namespace forge {
namespace {

using Ids = std::vector<std::int64_t>;

class Crowd : public ::testing::Test {
 protected:
  void Add(std::int64_t id, std::string_view text) { crowd_.Add(id, Terms(text)); }
  Ids Like(std::string_view text, std::size_t most = 20) { return crowd_.Likest(DistinctTerms(text), most); }

  FactCrowd crowd_;
};

TEST_F(Crowd, FindsWhatSharesEnoughWordsTheMostFirst) {
  Add(3, "the gateway keeps certificates below etc");
  Add(5, "the gateway keeps old certificates below etc");
  Add(8, "migrations carry the date");
  EXPECT_EQ(Like("gateway keeps certificates below etc"), (Ids{3, 5}));
  EXPECT_EQ(Like("gateway keeps certificates below etc", 1), Ids{3});
  EXPECT_TRUE(Like("the gateway was painted blue yesterday").empty()) << "one word in common is not enough";
  EXPECT_TRUE(Like("").empty());
}

TEST_F(Crowd, OtherNumbersAndNegationsDoNotHideIt) {
  Add(1, "the server listens on port 8080, 8081, 8082 and 8083");
  EXPECT_EQ(Like("the server listens on port 1, 2, 3 and 4"), Ids{1});
  EXPECT_EQ(Like("the server does not listen on a port"), Ids{1});
}

TEST_F(Crowd, OfEqualsTheNewestComesFirst) {
  Add(1, "names are snake case");
  Add(2, "names are snake case");
  EXPECT_EQ(Like("names are snake case"), (Ids{2, 1}));
}

TEST_F(Crowd, LooksAtABoundedNumberOfFactsHoweverManyThereAre) {
  for (int i = 0; i < 20'000; ++i) Add(i + 1, "the shard listens on a port and has number " + std::to_string(i));
  const Ids like = Like("the shard listens on a port and has number 77");
  EXPECT_LE(crowd_.looked_at(), 400);
  ASSERT_FALSE(like.empty());
  EXPECT_NE(std::find(like.begin(), like.end(), 20'000), like.end()) << "the newest of those that are all alike";
  EXPECT_EQ(Like("the shard listens on a port and has number 77", 400).back(), 78) << "and the one with its number";
}

}  // namespace
}  // namespace forge
