// A program that a person uses while we wait: it has our terminal, and Ctrl-C is its own affair. Keeps no output.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// Its exit code; 128 and the signal's number when it was killed. An error means that it never started.
Result<int> RunForeground(const std::vector<std::string>& argv);

}  // namespace forge
