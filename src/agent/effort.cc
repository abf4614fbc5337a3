#include "agent/effort.h"

#include <algorithm>
#include <cstddef>

#include "pipeline/file_words.h"

namespace forge {
namespace {

constexpr std::ptrdiff_t kMedium = 1;
constexpr int kStandard = 1;

std::ptrdiff_t RankOfEffort(std::string_view effort) {
  const auto found = std::ranges::find(KnownEfforts(), effort);
  return found == KnownEfforts().end() ? kMedium : found - KnownEfforts().begin();
}

}  // namespace

std::string ClampEffort(std::string_view effort, std::string_view cap) {
  if (effort.empty()) return "";
  return KnownEfforts()[static_cast<std::size_t>(std::min(RankOfEffort(effort), RankOfEffort(cap)))];
}

int TierRank(std::string_view tier) {
  const auto found = std::ranges::find(KnownTiers(), tier);
  return found == KnownTiers().end() ? kStandard : static_cast<int>(found - KnownTiers().begin());
}

std::string_view TierName(int rank) { return KnownTiers()[static_cast<std::size_t>(rank)]; }

}  // namespace forge
