// `forge` alone: the open runs of this repository, and what to type next.
#pragma once

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Outside a repository it prints the overview of commands.
Result<Exit> ShowHome(Context& context);

}  // namespace forge::cli
