// The names that a code file imports, by the shape of its import lines. Knows no other file. Pure, linear.
#pragma once

#include <functional>
#include <string_view>

#include "text/symbols/symbols_language.h"

namespace forge {

// Calls `found` for every word of an import line: of the module's path, and of what is taken from it. "import os.path"
// gives os and path; "from json import dumps" gives json and dumps.
void FindImports(Language language, std::string_view text, const std::function<void(std::string_view)>& found);

}  // namespace forge
