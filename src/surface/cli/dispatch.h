// From the words of the command line to an exit code: find the command, load what it needs, run it, print its error.
#pragma once

#include <string>
#include <vector>

#include "surface/cli/host.h"
#include "surface/cli/output.h"

namespace forge::cli {

// `words`: without the program's name.
int RunCli(const Host& host, Output& out, const std::vector<std::string>& words);

}  // namespace forge::cli
