// About how many tokens a text is, without asking anybody. Knows no model's tokenizer.
#pragma once

#include <cstdint>
#include <string_view>

namespace forge {

// Four bytes of ASCII a token, two bytes of anything else; at least one for any text.
std::int64_t AboutTokens(std::string_view text);

}  // namespace forge
