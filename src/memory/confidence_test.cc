#include "memory/confidence.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "base/testing/seed.h"

namespace forge {
namespace {

FactCategory AnyCategory(std::mt19937_64& random) { return static_cast<FactCategory>(random() % kFactCategories); }

double Share(std::mt19937_64& random) { return static_cast<double>(random() % 10'001) / 10'000; }

TEST(Confidence, FadesWithTimeAndNeverGrowsByItself) {
  const std::uint64_t seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const FactCategory category = AnyCategory(random);
    const double start = Share(random);
    const auto hits = static_cast<std::int64_t>(random() % 50);
    const double days = Share(random) * 1000;
    const double later = days + Share(random) * 1000;
    const double now = Faded(start, category, hits, days);
    EXPECT_LE(now, start);
    EXPECT_GE(now, 0);
    EXPECT_LE(Faded(start, category, hits, later), now);
    EXPECT_GE(Faded(start, category, hits + 1, days), now) << "a confirmed fact holds out longer";
    EXPECT_LE(Faded(start * 0.5, category, hits, days), now) << "the order of two facts does not change by waiting";
  }
}

TEST(Confidence, HalvesAfterItsHalfLife) {
  EXPECT_NEAR(Faded(0.8, FactCategory::kEnvironment, 0, 90), 0.4, 1e-9);
  EXPECT_NEAR(Faded(0.8, FactCategory::kEnvironment, 1, 90 * 1.5), 0.4, 1e-9);
}

TEST(Confidence, ADecisionDoesNotFade) { EXPECT_EQ(Faded(0.7, FactCategory::kDecision, 0, 10'000), 0.7); }

TEST(Confidence, AClockThatGoesBackMakesNothingOlder) {
  Fact fact;
  fact.confidence = 0.6;
  fact.confirmed = TimePoint{1000 * kDayMs};
  EXPECT_EQ(Faded(fact, TimePoint{10 * kDayMs}), 0.6);
}

TEST(Confidence, AConfirmationNeverTakesAnythingAway) {
  const std::uint64_t seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    double confidence = Share(random);
    const double before = confidence;
    for (int n = 0; n < 30; ++n) {
      const double next = Confirmed(confidence);
      EXPECT_GE(next, confidence);
      confidence = next;
    }
    EXPECT_LE(confidence, std::max(before, kMostByConfirmation));
    EXPECT_GE(confidence, std::min(before + 30 * kConfirmationStep, kMostByConfirmation) - 1e-9);
  }
}

TEST(Confidence, ADerivedFactWeighsLessThanEachOfItsSources) {
  const std::uint64_t seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 5'000; ++i) {
    const std::array sources = {0.01 + Share(random), 0.01 + Share(random), 0.01 + Share(random)};
    const double derived = Derived(Share(random), sources);
    for (double source : sources) EXPECT_LT(derived, source);
  }
  EXPECT_EQ(Derived(0.4, {}), 0.4);
}

TEST(Confidence, OnlyDraftsExpire) {
  Fact fact;
  fact.expires = TimePoint{10};
  fact.status = FactStatus::kAccepted;
  EXPECT_FALSE(Expired(fact, TimePoint{11}));
  fact.status = FactStatus::kDraft;
  EXPECT_TRUE(Expired(fact, TimePoint{11}));
  EXPECT_FALSE(Expired(fact, TimePoint{9}));
}

}  // namespace
}  // namespace forge
