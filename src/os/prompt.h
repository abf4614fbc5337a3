// A line a person types. Knows nothing of what was asked.
#pragma once

#include <optional>
#include <string>

namespace forge {

// The next line of standard input without its end. Nothing at the end of the input, and when Ctrl-C is counted
// (system.h) while we wait: a blocking read would go on waiting.
std::optional<std::string> ReadLineUnlessInterrupted();

}  // namespace forge
