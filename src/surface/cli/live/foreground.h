// Driving a run in the foreground: progress while it goes on, its questions where a person sits, the end in a few
// lines.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Drives until the run rests, then sums up. `prompt`: ask the person at the terminal; otherwise only say how to answer.
Result<Exit> DriveRun(Context& context, RunId run, bool prompt);

struct Stretch {
  int unit_limit = 0;        // 0: none
  std::int64_t pace_ms = 0;  // wait this long after news, so that a person can follow
};

// Until the run rests or a question stops it. With progress, without summing up.
Result<RunStatus> DriveStretch(Context& context, RunId run, const Stretch& stretch);

// How the run stands, in a few lines or as JSON, and what to type next.
Result<Exit> SumUp(Context& context, RunId run, RunStatus status);

}  // namespace forge::cli
