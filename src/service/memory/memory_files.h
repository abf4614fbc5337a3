// Writes an export where it was asked for. Knows no facts.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace forge {

// Makes the folders. `section`: only the part between our marks is replaced, in a file that may have others.
Status WriteExport(const std::string& path, std::string_view text, bool section);

}  // namespace forge
