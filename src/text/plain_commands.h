// Which lines without backticks are commands. Knows words, not where the line stands.
#pragma once

#include <string_view>

namespace forge {

// A line that is a command in all its words, and ships nothing: `make test`, not `make test must pass`.
bool IsPlainCommand(std::string_view line);

}  // namespace forge
