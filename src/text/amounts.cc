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

std::string SpendText(std::int64_t tokens, double usd) {
  std::string text;
  if (tokens > 0) text = TokenText(tokens) + " tokens";
  if (usd > 0) text += fmt::format("{}${:.2f}", text.empty() ? "" : ", ", usd);
  return text;
}

}  // namespace forge
