// Does the name of a variable say that its value is a secret, and what stands in the place of one? Knows no values.
#pragma once

#include <string_view>

namespace forge {

// `OPENAI_API_KEY`, `npm_config__authToken`, `DB_PASSWORD`. Forge's own marks are none.
bool NamesSecret(std::string_view variable);

// Stands where a secret was.
inline constexpr std::string_view kMaskedSecret = "<secret>";

}  // namespace forge
