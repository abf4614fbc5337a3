// A file that only its writer knows, and that need not survive a power cut.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

// Fails if anything is at the path. None of it is left after another failure.
Status WriteNewFile(const std::string& path, std::string_view text);

}  // namespace forge
