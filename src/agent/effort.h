// The order of efforts and of tiers. Knows no model.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// The smaller of the effort and the cap. An unknown word counts as medium; an empty effort stays empty.
std::string ClampEffort(std::string_view effort, std::string_view cap);

// 0 for light up to 3 for max; an unknown word counts as standard.
int TierRank(std::string_view tier);
inline constexpr int kLargestTier = 3;
std::string_view TierName(int rank);

}  // namespace forge
