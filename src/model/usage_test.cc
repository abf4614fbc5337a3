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

TEST(Usage, ThatCannotBeTrueIsRefusedByName) {
  const auto read = [](const char* text) {
    std::string refused;
    const Usage usage = Believable(SaidUsage(*ParseJson(text)), refused);
    return std::pair(usage, refused);
  };
  EXPECT_EQ(read(R"({"input_tokens": 5, "usd": 0.5})"), std::pair(Usage{.input_tokens = 5, .usd = 0.5}, std::string()));
  EXPECT_EQ(read(R"({"input_tokens": -500, "output_tokens": 7, "usd": -5})"),
            std::pair(Usage{.output_tokens = 7}, std::string("input_tokens -500, usd -5")));
  EXPECT_EQ(read(R"({"cache_read_tokens": 1000000000000, "cache_write_tokens": 1000000000001})"),
            std::pair(Usage{.cache_read_tokens = 1'000'000'000'000}, std::string("cache_write_tokens 1000000000001")));
  EXPECT_EQ(read(R"({"output_tokens": 1e300, "input_tokens": "many", "usd": "free"})"),
            std::pair(Usage{},
                      std::string("input_tokens (no whole number), output_tokens (no whole number), usd (no number)")));
  std::string refused;
  EXPECT_EQ(Believable(Usage{.usd = std::nan("")}, refused), Usage{});
  EXPECT_EQ(refused, "usd (no number)");
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
