// An amount that a person types to extend a budget: "2", "$2", "+50k tokens", "30 min". Knows no budget.
#pragma once

#include <optional>
#include <string_view>

namespace forge {

enum class AmountOf { kUnsaid, kUsd, kTokens, kUnits, kMinutes };

struct Amount {
  double value = 0;  // more than 0
  AmountOf of = AmountOf::kUnsaid;
  bool operator==(const Amount&) const = default;
};

// Also in milliseconds it is a number of 64 bits.
inline constexpr double kLargestAmount = 1e12;

// A number, perhaps with + or $ before it, and a unit behind it: dollars, tokens (also 50k and 2M), units, or a time in
// s, min or h. Nothing: it is no such thing, not more than 0, or more than kLargestAmount.
std::optional<Amount> ParseBudgetAmount(std::string_view text);

}  // namespace forge
