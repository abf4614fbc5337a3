// Follows a run that another process drives, and takes answers. Starts and stops nothing.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Until the run stops, or Ctrl-C. With `left`: or until q or Escape, and it says so (Host::key_mode is on). The exit
// code is the run's.
Result<Exit> WatchRun(Context& context, RunId run, bool* left = nullptr);

}  // namespace forge::cli
