#include "memory/knowledge.h"

#include <gtest/gtest.h>

#include <random>

#include "base/testing/seed.h"

namespace forge {
namespace {

RunRecord Record(std::int64_t run, std::vector<std::string> subsystems, std::vector<GateCount> gates) {
  RunRecord record;
  record.run = RunId{run};
  record.pipeline = "forge";
  record.subsystems = std::move(subsystems);
  record.gates = std::move(gates);
  record.ended = TimePoint{run * kDayMs};
  return record;
}

TEST(Risk, PassedGatesCountAsWellAsFailedOnes) {
  const std::vector<RunRecord> runs = {Record(1, {"store"}, {{"tests", 3, 1}}),
                                       Record(2, {"store", "web"}, {{"tests", 4, 0}, {"review", 1, 1}}),
                                       Record(3, {"web"}, {})};
  const std::vector<Risk> risks = RiskOf(runs);
  ASSERT_EQ(risks.size(), 2U);
  EXPECT_EQ(risks[0].subsystem, "store");
  EXPECT_EQ(risks[0].passed, 8);
  EXPECT_EQ(risks[0].failed, 2);
  EXPECT_DOUBLE_EQ(risks[0].fail_rate, 0.2);
  EXPECT_EQ(risks[0].runs, 2);
  EXPECT_EQ(risks[1].subsystem, "web");
  EXPECT_NEAR(risks[1].fail_rate, 0.17, 1e-9);
  EXPECT_EQ(risks[1].last.ms, 3 * kDayMs);
}

TEST(Risk, ASubsystemWithoutGatesIsNoRisk) {
  const std::vector<RunRecord> runs = {Record(1, {"docs"}, {})};
  ASSERT_EQ(RiskOf(runs).size(), 1U);
  EXPECT_EQ(RiskOf(runs)[0].fail_rate, 0);
}

TEST(Risk, PairsFailTogetherOnlyInRunsThatTouchBoth) {
  const std::vector<RunRecord> runs = {Record(1, {"web", "store"}, {{"tests", 1, 3}}),
                                       Record(2, {"store"}, {{"tests", 0, 50}}),
                                       Record(3, {"store", "web"}, {{"tests", 4, 0}})};
  const std::vector<CoFailure> pairs = CoFailuresOf(runs);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].a, "store");
  EXPECT_EQ(pairs[0].b, "web");
  EXPECT_EQ(pairs[0].runs, 2);
  EXPECT_EQ(pairs[0].passed, 5);
  EXPECT_EQ(pairs[0].failed, 3);
  EXPECT_NEAR(pairs[0].fail_rate, 0.38, 1e-9);
}

TEST(Risk, RatesAreSharesWhateverTheRunsWere) {
  const std::uint64_t seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<RunRecord> runs;
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    for (int i = 0; i < 10; ++i) {
      const GateCount gate{"tests", static_cast<std::int64_t>(random() % 5), static_cast<std::int64_t>(random() % 5)};
      passed += gate.passed;
      failed += gate.failed;
      runs.push_back(Record(i + 1, {"all"}, {gate}));
    }
    const std::vector<Risk> risks = RiskOf(runs);
    ASSERT_EQ(risks.size(), 1U);
    EXPECT_EQ(risks[0].passed, passed);
    EXPECT_EQ(risks[0].failed, failed);
    EXPECT_GE(risks[0].fail_rate, 0);
    EXPECT_LE(risks[0].fail_rate, 1);
    runs.push_back(Record(11, {"all"}, {{"tests", 100, 0}}));
    EXPECT_LE(RiskOf(runs)[0].fail_rate, risks[0].fail_rate) << "passing makes no part riskier";
  }
}

TEST(Estimate, IsTheMedianOfCompletedRunsOfThePipeline) {
  std::vector<RunRecord> runs;
  for (int i = 1; i <= 5; ++i) {
    RunRecord record = Record(i, {}, {});
    record.steps = i;
    record.active_ms = i * 1000;
    record.usd = i;
    runs.push_back(record);
  }
  runs[4].status = RunStatus::kFailed;
  RunRecord other = Record(6, {}, {});
  other.pipeline = "quick";
  other.steps = 100;
  runs.push_back(other);
  const auto estimate = EstimateFor(runs, "forge");
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->runs, 4);
  EXPECT_EQ(estimate->steps, 3);
  EXPECT_FALSE(EstimateFor(runs, "gated"));
}

TEST(PastRuns, AreThoseOnTheSameSubsystemsNewestFirst) {
  const std::vector<RunRecord> runs = {Record(1, {"store"}, {}), Record(2, {"web"}, {}), Record(3, {"store"}, {})};
  const std::vector<std::string> touched = {"store"};
  const std::vector<RunRecord> past = PastRuns(runs, touched, 5);
  ASSERT_EQ(past.size(), 2U);
  EXPECT_EQ(past[0].run.value, 3);
  EXPECT_EQ(PastRuns(runs, touched, 1).size(), 1U);
  EXPECT_TRUE(PastRuns(runs, {}, 5).empty());
}

TEST(Spikes, AreReliedOnForThirtyDaysOrForGood) {
  Spike spike;
  spike.tested = TimePoint{0};
  EXPECT_TRUE(Usable(spike, TimePoint{29 * kDayMs}));
  EXPECT_FALSE(Usable(spike, TimePoint{30 * kDayMs}));
  spike.permanent = true;
  EXPECT_TRUE(Usable(spike, TimePoint{3'000 * kDayMs}));
}

}  // namespace
}  // namespace forge
