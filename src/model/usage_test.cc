#include "model/usage.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace forge {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(Usage, AddsUpMemberByMember) {
  Usage sum{1, 2, 3, 4, 0.5};
  sum += Usage{10, 20, 30, 40, 0.25};
  EXPECT_EQ(sum, (Usage{11, 22, 33, 44, 0.75}));
}

TEST(Usage, ReadsFromTheCacheDoNotCountAsTokens) { EXPECT_EQ((Usage{1, 20, 300, 4000, 0}).tokens(), 4021); }

TEST(Usage, AnAbsurdReportNeverWrapsAround) {
  Usage sum{kMost, kMost, kMost, kMost, std::numeric_limits<double>::max()};
  sum += sum;
  EXPECT_EQ(sum, (Usage{kMost, kMost, kMost, kMost, std::numeric_limits<double>::max()}));
  EXPECT_EQ(sum.tokens(), kMost);
  sum += Usage{.usd = std::nan("")};
  EXPECT_EQ(sum.usd, std::numeric_limits<double>::max());
}

TEST(Usage, ComesBackFromItsJsonAndLeavesZerosOut) {
  Usage usage{1, 0, 3, 0, 0.1};
  EXPECT_EQ(ToJson(usage).Dump(), R"({"input_tokens":1,"cache_read_tokens":3,"usd":0.1})");
  EXPECT_EQ(UsageFromJson(ToJson(usage)), usage);
  EXPECT_EQ(ToJson(Usage{}).Dump(), "{}");
  EXPECT_EQ(UsageFromJson(Json()), Usage{});
  EXPECT_EQ(ToJson(Usage{.usd = std::nan("")}).Dump(), "{}");
}

TEST(Budget, ComesBackFromItsJsonWithZeroApartFromNoLimit) {
  Budget budget;
  EXPECT_EQ(BudgetFromJson(ToJson(budget)), budget);
  EXPECT_EQ(ToJson(budget).Dump(), "{}");
  budget = Budget{.tokens = 0, .usd = 2.0, .wall_ms = 3, .units = 4};
  EXPECT_EQ(BudgetFromJson(ToJson(budget)), budget);
}

TEST(Budget, ALimitThatCannotBeReadAllowsNothing) {
  Json json;
  json.Set("tokens", "many").Set("usd", true).Set("units", nullptr);
  EXPECT_EQ(BudgetFromJson(json), (Budget{.tokens = 0, .usd = 0.0, .wall_ms = std::nullopt, .units = std::nullopt}));
}

}  // namespace
}  // namespace forge
