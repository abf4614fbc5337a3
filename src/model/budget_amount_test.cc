#include "model/budget_amount.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

void ExpectAmount(std::string_view text, double value, AmountOf of) {
  const auto amount = ParseBudgetAmount(text);
  ASSERT_TRUE(amount.has_value()) << text;
  EXPECT_DOUBLE_EQ(amount->value, value) << text;
  EXPECT_EQ(amount->of, of) << text;
}

TEST(BudgetAmount, ReadsNumbersWithAndWithoutUnits) {
  ExpectAmount("2", 2, AmountOf::kUnsaid);
  ExpectAmount(" +2.5 ", 2.5, AmountOf::kUnsaid);
  ExpectAmount("$2", 2, AmountOf::kUsd);
  ExpectAmount("+$ 0.50", 0.5, AmountOf::kUsd);
  ExpectAmount("2 USD", 2, AmountOf::kUsd);
  ExpectAmount("+50k tokens", 50'000, AmountOf::kTokens);
  ExpectAmount("1.5M", 1'500'000, AmountOf::kTokens);
  ExpectAmount("10 units", 10, AmountOf::kUnits);
  ExpectAmount("30m", 30, AmountOf::kMinutes);
  ExpectAmount("2h", 120, AmountOf::kMinutes);
  ExpectAmount("90 s", 1.5, AmountOf::kMinutes);
}

TEST(BudgetAmount, AnythingElseIsNone) {
  for (const char* text : {"", "a dollar", "no more than nonsense", "two", "-2", "0", "$", "2 bananas", "2 3", "1.2.3",
                           "$2 tokens", "2k k", "tokens", "++2", "1e999", "nan"})
    EXPECT_FALSE(ParseBudgetAmount(text).has_value()) << text;
}

TEST(BudgetAmount, ThousandsAreOfTokensOnly) {
  for (const char* text : {"$2k", "2k usd", "2k units", "1M min"})
    EXPECT_FALSE(ParseBudgetAmount(text).has_value()) << text;
}

TEST(BudgetAmount, WhatNoCounterHoldsIsNone) {
  ExpectAmount("1000000000000", 1e12, AmountOf::kUnsaid);
  for (const char* text : {"1000000000001", "99999999999999999999 tokens", "2000000M", "100000000000 h"})
    EXPECT_FALSE(ParseBudgetAmount(text).has_value()) << text;
}

}  // namespace
}  // namespace forge
