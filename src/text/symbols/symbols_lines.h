// Definitions in languages whose statements are lines: Python, Ruby, shell. Part of symbols_definitions.
#pragma once

#include <functional>
#include <string_view>

#include "text/symbols/symbols_definitions.h"

namespace forge {

void FindLineDefinitions(Language language, std::string_view text, const std::function<void(const Definition&)>& found);

}  // namespace forge
