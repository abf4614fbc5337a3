#include "agent/native/token_estimate.h"

#include <algorithm>

namespace forge {

std::int64_t AboutTokens(std::string_view text) {
  const auto ascii = std::ranges::count_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  const auto other = static_cast<std::int64_t>(text.size()) - ascii;
  return (ascii + 2 * other + 3) / 4;
}

}  // namespace forge
