#include "base/shell.h"

#include "base/strings.h"

namespace forge {

std::string ShellQuoted(std::string_view word) { return "'" + ReplaceAll(word, "'", "'\\''") + "'"; }

}  // namespace forge
