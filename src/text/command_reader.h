// The commands of a command line as they stand in it: words without quotes, redirections, here-documents, and what
// stands in substitutions. What shells and wrappers run is not taken apart (shell_line.h).
#pragma once

#include <string_view>
#include <vector>

#include "text/shell_line.h"

namespace forge {

inline constexpr int kDeepestShell = 8;

// Adds them to `out`. `depth`: how many texts this one stands in; `shells`: where it runs; `next`: the number of the
// next subshell.
void ReadCommands(std::string_view line, int depth, std::vector<int> shells, int& next, std::vector<LineCommand>& out);

bool IsShellAssignment(std::string_view word);  // A=b

}  // namespace forge
