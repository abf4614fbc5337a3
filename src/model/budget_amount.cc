#include "model/budget_amount.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

struct Unit {
  std::string_view word;
  AmountOf of;
  double factor;
};

constexpr auto kUnits = std::to_array<Unit>({{"usd", AmountOf::kUsd, 1},
                                             {"dollar", AmountOf::kUsd, 1},
                                             {"dollars", AmountOf::kUsd, 1},
                                             {"token", AmountOf::kTokens, 1},
                                             {"tokens", AmountOf::kTokens, 1},
                                             {"unit", AmountOf::kUnits, 1},
                                             {"units", AmountOf::kUnits, 1},
                                             {"s", AmountOf::kMinutes, 1.0 / 60},
                                             {"m", AmountOf::kMinutes, 1},
                                             {"min", AmountOf::kMinutes, 1},
                                             {"minute", AmountOf::kMinutes, 1},
                                             {"minutes", AmountOf::kMinutes, 1},
                                             {"h", AmountOf::kMinutes, 60},
                                             {"hour", AmountOf::kMinutes, 60},
                                             {"hours", AmountOf::kMinutes, 60}});

std::size_t EndOfNumber(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (IsDigit(text[end]) || text[end] == '.')) ++end;
  return end;
}

// "k tokens" -> 1000, and "tokens" is left. A small m is a minute.
double TakeMultiplier(std::string_view& rest) {
  constexpr auto kMultipliers = std::to_array<std::pair<char, double>>({{'k', 1e3}, {'K', 1e3}, {'M', 1e6}});
  for (const auto& [letter, factor] : kMultipliers) {
    const bool alone = rest.starts_with(letter) && (rest.size() == 1 || !IsLetter(rest[1]));
    if (!alone) continue;
    rest = Trim(rest.substr(1));
    return factor;
  }
  return 1;
}

bool TakeUnit(std::string_view word, Amount& amount) {
  const std::string lower = Lower(word);
  for (const Unit& unit : kUnits) {
    if (unit.word != lower) continue;
    if (amount.of != AmountOf::kUnsaid && amount.of != unit.of) return false;
    amount.of = unit.of;
    amount.value *= unit.factor;
    return true;
  }
  return false;
}

}  // namespace

std::optional<Amount> ParseBudgetAmount(std::string_view text) {
  text = Trim(text);
  if (text.starts_with('+')) text = Trim(text.substr(1));
  Amount amount;
  if (text.starts_with('$')) {
    amount.of = AmountOf::kUsd;
    text = Trim(text.substr(1));
  }
  const std::size_t end = EndOfNumber(text);
  const std::optional<double> number = ParseDouble(text.substr(0, end));
  if (!number || *number <= 0) return std::nullopt;
  std::string_view rest = Trim(text.substr(end));
  const double factor = TakeMultiplier(rest);
  if (factor > 1) {
    if (amount.of != AmountOf::kUnsaid) return std::nullopt;
    amount.of = AmountOf::kTokens;
  }
  amount.value = *number * factor;
  if (!rest.empty() && !TakeUnit(rest, amount)) return std::nullopt;
  return amount.value <= kLargestAmount ? std::optional(amount) : std::nullopt;
}

}  // namespace forge
