#include "service/eval/eval_statistics.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(EvalStatistics, SpreadIsThatOfASample) {
  const Spread spread = SpreadOf({2, 4, 4, 4, 5, 5, 7, 9});
  EXPECT_EQ(spread.count, 8);
  EXPECT_DOUBLE_EQ(spread.mean, 5);
  EXPECT_NEAR(spread.deviation, 2.138, 0.001);
  EXPECT_EQ(spread.smallest, 2);
  EXPECT_EQ(spread.largest, 9);
  EXPECT_EQ(SpreadOf({3}).deviation, 0);
  EXPECT_EQ(SpreadOf({0.1, 0.1, 0.1, 0.1, 0.1, 0.1}).deviation, 0);
  EXPECT_EQ(SpreadOf({}).count, 0);
}

TEST(EvalStatistics, AShareOfFewTrialsIsUncertain) {
  const Interval few = ShareInterval(2, 2);
  EXPECT_NEAR(few.low, 0.342, 0.001);
  EXPECT_DOUBLE_EQ(few.high, 1);
  const Interval many = ShareInterval(50, 100);
  EXPECT_NEAR(many.low, 0.404, 0.001);
  EXPECT_NEAR(many.high, 0.596, 0.001);
  EXPECT_EQ(ShareInterval(0, 0).high, 1);
}

TEST(EvalStatistics, TheSignTestIsExact) {
  EXPECT_DOUBLE_EQ(SignTest(0, 0), 1);
  EXPECT_NEAR(SignTest(0, 5), 0.0625, 1e-12);
  EXPECT_NEAR(SignTest(6, 0), 0.03125, 1e-12);
  EXPECT_NEAR(SignTest(1, 9), 0.021484375, 1e-9);
  EXPECT_DOUBLE_EQ(SignTest(4, 4), 1);
  EXPECT_DOUBLE_EQ(SignTest(3, 8), SignTest(8, 3));
}

TEST(EvalStatistics, ThePermutationTestIsExactForFewPairs) {
  EXPECT_DOUBLE_EQ(PermutationTest({}), 1);
  EXPECT_DOUBLE_EQ(PermutationTest({0, 0}), 1);
  EXPECT_NEAR(PermutationTest({1, 1, 1, 1, 1, 1}), 2.0 / 64, 1e-12);
  // Of the 8 ways to set the signs of 1, 2 and 3, those with |sum| >= 4 are +-(1+2+3) and +-(-1+2+3).
  EXPECT_NEAR(PermutationTest({-1, 2, 3}), 4.0 / 8, 1e-12);
  // The size of a difference counts, not only its sign.
  EXPECT_LT(PermutationTest({5, 5, 5, 5, 5, -0.1}), PermutationTest({1, 1, 1, 1, 1, -5}));
}

TEST(EvalStatistics, ManyPairsAreDrawnTheSameEveryTimeAndNeverGiveZero) {
  const std::vector<double> all(40, 1.0);
  const double p = PermutationTest(all);
  EXPECT_GT(p, 0);
  EXPECT_LT(p, 0.001);
  EXPECT_EQ(p, PermutationTest(all));
  std::vector<double> balanced(40, 1.0);
  for (std::size_t i = 0; i < balanced.size(); i += 2) balanced[i] = -1.0;
  EXPECT_DOUBLE_EQ(PermutationTest(balanced), 1);
}

TEST(EvalStatistics, TheIntervalOfAMeanHoldsTheMean) {
  const std::vector<double> differences = {1, 2, 3, 4, 5};
  const Interval interval = MeanInterval(differences).value();
  EXPECT_LT(interval.low, 3);
  EXPECT_GT(interval.high, 3);
  EXPECT_GE(interval.low, 1);
  EXPECT_LE(interval.high, 5);
}

TEST(EvalStatistics, DifferencesThatAreAllTheSameGiveNoInterval) {
  EXPECT_FALSE(MeanInterval({}));
  EXPECT_FALSE(MeanInterval({2}));
  EXPECT_FALSE(MeanInterval(std::vector<double>(9, 1.0))) << "nine tasks are no certainty";
  EXPECT_FALSE(MeanInterval({0.1 + 0.2, 0.3})) << "the same but for the last digit";
}

TEST(EvalStatistics, ACaseThatWasTriedOftenIsOneCase) {
  EXPECT_NEAR(ShareInterval(1, 1).low, 0.207, 0.001);
  const Interval half = ShareInterval(0.5, 1);
  EXPECT_LT(half.low, 0.1);
  EXPECT_GT(half.high, 0.9);
}

TEST(EvalStatistics, TooFewPairsCanShowNothing) {
  EXPECT_DOUBLE_EQ(SmallestPossibleP(0), 1);
  EXPECT_DOUBLE_EQ(SmallestPossibleP(5), 0.0625);
  EXPECT_DOUBLE_EQ(SmallestPossibleP(6), 0.03125);
}

TEST(EvalStatistics, SeveralTestsAtOnceAreHarderToPass) {
  const std::vector<double> corrected = Corrected({0.04, 0.01, 0.03});
  EXPECT_NEAR(corrected[1], 0.03, 1e-12);
  EXPECT_NEAR(corrected[2], 0.06, 1e-12);
  EXPECT_NEAR(corrected[0], 0.06, 1e-12);
  EXPECT_EQ(Corrected({0.9, 0.8}), (std::vector<double>{1, 1}));
}

}  // namespace
}  // namespace forge
