// Removes a directory only if nothing is in it.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

// May be missing. Fails if something is in it; the kernel decides that.
Status RemoveEmptyDirectory(const std::string& path);

}  // namespace forge
