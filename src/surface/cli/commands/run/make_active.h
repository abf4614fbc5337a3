// What `resume` and `next` do before they drive a run.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Makes a paused or parked run active. False when its own engine is alive and was told to continue: nothing to drive
// here. kConflict when it has ended, or another engine is at work on it.
Result<bool> MakeActive(Context& context, RunId run);

}  // namespace forge::cli
