// Estimates the number of tokens of a text. Knows no model's tokenizer.
#pragma once

#include <cstdint>
#include <string_view>

namespace forge {

// Four bytes of ASCII per token, two bytes of anything else; at least one for any text.
std::int64_t AboutTokens(std::string_view text);

}  // namespace forge
