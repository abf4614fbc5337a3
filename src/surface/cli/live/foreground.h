// Runs a run in the foreground: progress, questions at a terminal, and a short summary at the end.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Drives until the run stops, then sums up. `prompt`: ask the user at the terminal; otherwise only print how to answer.
Result<Exit> DriveRun(Context& context, RunId run, bool prompt);

struct Stretch {
  int unit_limit = 0;        // 0: none
  std::int64_t pace_ms = 0;  // wait this long after news, so that a person can follow
};

// Until the run stops or waits for an answer. Shows progress, but no summary.
Result<RunStatus> DriveStretch(Context& context, RunId run, const Stretch& stretch);

// The state of the run, in a few lines or as JSON, and what to type next.
Result<Exit> SumUp(Context& context, RunId run, RunStatus status);

}  // namespace forge::cli
