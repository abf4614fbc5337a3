#include "text/amounts.h"

#include <fmt/core.h>

namespace forge {

std::string TokenText(std::int64_t tokens) {
  constexpr std::int64_t kThousand = 1000;
  constexpr std::int64_t kMillion = 1'000'000;
  if (tokens < kThousand) return std::to_string(tokens);
  if (tokens < kMillion) return fmt::format("{:.1f}k", static_cast<double>(tokens) / kThousand);
  return fmt::format("{:.1f}M", static_cast<double>(tokens) / kMillion);
}

std::string UsdText(double usd) {
  if (usd <= 0 || usd >= 0.01) return fmt::format("${:.2f}", usd);
  return usd < 0.001 ? "<$0.001" : fmt::format("${:.3f}", usd);
}

std::string SpendText(std::int64_t tokens, double usd) {
  std::string text;
  if (tokens > 0) text = TokenText(tokens) + " tokens";
  if (usd > 0) text += (text.empty() ? "" : ", ") + UsdText(usd);
  return text;
}

}  // namespace forge
