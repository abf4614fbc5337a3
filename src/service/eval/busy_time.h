// How long a run was at work, by its journal. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "engine/ports.h"

namespace forge {

// Of one run, its journal from the start: the time in which it was active, and also that in which it was paused while
// units that were in flight finished. Time without an engine does not count.
Result<std::int64_t> BusyMs(const std::vector<JournalRow>& journal);

}  // namespace forge
