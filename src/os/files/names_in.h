// The names in a large directory of which few are wanted. Looks at no file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace forge {

// Those that begin so, sorted.
Result<std::vector<std::string>> ListNames(const std::string& directory, std::string_view prefix);

}  // namespace forge
