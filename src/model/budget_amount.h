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

// A number, perhaps with + or $ before it, and k or M and a unit behind it: dollars, tokens, units, or a time in s, min
// or h. Nothing: it is no such thing, or not more than 0.
std::optional<Amount> ParseBudgetAmount(std::string_view text);

// For people who typed something else.
inline constexpr std::string_view kAmountExamples = "2, $2, +50k tokens, 10 units, 30 min";

}  // namespace forge
