// Modules that come with Python. Part of module_paths.
#pragma once

#include <string_view>

namespace forge {

bool IsPythonsOwnModule(std::string_view name);

}  // namespace forge
