// The order of efforts and of tiers. Knows no model.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// The effort, or the cap when it is above that. A word that is no effort is medium; none stays none.
std::string ClampEffort(std::string_view effort, std::string_view cap);

// 0 for light up to 3 for max; a word that is no tier counts as standard.
int TierRank(std::string_view tier);
inline constexpr int kLargestTier = 3;
std::string_view TierName(int rank);

}  // namespace forge
