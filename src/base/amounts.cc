#include "base/amounts.h"

#include <fmt/core.h>

#include <cmath>

namespace forge {

std::string TokenText(std::int64_t tokens) {
  constexpr std::int64_t kThousand = 1000;
  constexpr std::int64_t kMillion = 1'000'000;
  if (tokens < kThousand) return std::to_string(tokens);
  if (tokens < kMillion) return fmt::format("{:.1f}k", static_cast<double>(tokens) / kThousand);
  return fmt::format("{:.1f}M", static_cast<double>(tokens) / kMillion);
}

std::string BytesText(std::int64_t bytes) {
  constexpr std::int64_t kStep = 1000;
  if (bytes < kStep) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes) / kStep;
  for (const char* unit : {"kB", "MB"}) {
    if (amount < kStep) return fmt::format("{:.1f} {}", amount, unit);
    amount /= kStep;
  }
  return fmt::format("{:.1f} GB", amount);
}

std::string UsdText(double usd, UsdDigits digits) {
  if (usd > 0 && usd < 0.001) return "<$0.001";
  const bool small = usd > 0 && usd < 0.01;
  return small || digits == UsdDigits::kThree ? fmt::format("${:.3f}", usd) : fmt::format("${:.2f}", usd);
}

std::string UsdOfText(double spent, double limit) {
  const auto in_cents = [](double usd) { return std::abs(usd * 100 - std::round(usd * 100)) < 1e-6; };
  const bool small = spent < 1 && limit < 1;
  const UsdDigits digits = small && !(in_cents(spent) && in_cents(limit)) ? UsdDigits::kThree : UsdDigits::kTwo;
  return fmt::format("{} of {}", UsdText(spent, digits), UsdText(limit, digits));
}

std::string SpendText(std::int64_t tokens, double usd) {
  std::string text;
  if (tokens > 0) text = TokenText(tokens) + " tokens";
  if (usd > 0) text += (text.empty() ? "" : ", ") + UsdText(usd);
  return text;
}

}  // namespace forge
