// A directory that only its user may enter.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

// Makes it, and what is above it, and keeps others out of it (0700), also if it was there and others could enter. One
// that is not ours is left as it is.
Status MakePrivateDirectory(const std::string& path);

}  // namespace forge
