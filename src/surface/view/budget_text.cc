#include "surface/view/budget_text.h"

#include <fmt/core.h>

#include "base/amounts.h"

namespace forge {

std::string BudgetText(std::int64_t tokens, double usd, const Budget& limit) {
  const double money = limit.usd && *limit.usd > 0 ? usd / *limit.usd : -1;
  const double share =
      limit.tokens && *limit.tokens > 0 ? static_cast<double>(tokens) / static_cast<double>(*limit.tokens) : -1;
  if (money >= 0 && money >= share) return UsdOfText(usd, *limit.usd);
  if (share >= 0) return fmt::format("{} of {} tokens", TokenText(tokens), TokenText(*limit.tokens));
  return usd > 0 ? UsdText(usd) : SpendText(tokens, usd);
}

}  // namespace forge
