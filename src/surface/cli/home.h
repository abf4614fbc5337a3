// `forge` alone: what is going on in this repository, and what to type next.
#pragma once

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Outside of a repository, or asked for nothing in particular by a script: what Forge is, and its commands.
Result<Exit> ShowHome(Context& context);

}  // namespace forge::cli
