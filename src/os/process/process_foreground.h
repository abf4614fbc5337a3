// Runs a program in the foreground while we wait: it has our terminal and receives Ctrl-C. Keeps no output.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// Its exit code; 128 + the signal if it was killed. An error means that it never started.
Result<int> RunForeground(const std::vector<std::string>& argv);

}  // namespace forge
