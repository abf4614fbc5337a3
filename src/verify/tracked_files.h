// The files that git tracks below a directory. Knows nothing of what is in them.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// Sorted by git, each once. kInvalid: no directory, or none in a repository; kCancelled: stopped.
Result<std::vector<std::string>> ListTrackedFiles(const std::string& root, std::stop_token stop = {});

}  // namespace forge
