// `forge watch --all`: the board of all runs, live on a terminal, as lines elsewhere.
#pragma once

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

Result<Exit> WatchAllRuns(Context& context);

}  // namespace forge::cli
