// The project's runs in a few lines, for a session that begins or is about to be compacted. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/ports.h"
#include "service/host/run_standing.h"

namespace forge::hook {

// How many runs are open and how, and those that need attention: waiting, blocked, long parked, left by their parent.
// Empty when none is open. `runs`: those that are open, and their parents.
std::string SessionSummary(const std::vector<RunRow>& runs, TimePoint now);

// What a session needs to know that goes on with the run.
std::string ResumeText(const RunStanding& standing);

}  // namespace forge::hook
