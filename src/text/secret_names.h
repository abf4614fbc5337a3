// Does the name of a variable say that its value is a secret? Knows no values.
#pragma once

#include <string_view>

namespace forge {

// `OPENAI_API_KEY`, `npm_config__authToken`, `DB_PASSWORD`. Forge's own marks are none.
bool NamesSecret(std::string_view variable);

}  // namespace forge
