// Parks runs that nothing has touched for long (setting `auto_park_days`). Looks at most once a day.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;

// Whether a run at the top could go on, or waits for an answer, and was last changed so many days ago or more. What
// failed or is blocked already says what it needs.
bool IsUntouched(const RunRow& run, std::int64_t days, TimePoint now);

// Those that were parked. Runs that an engine drives are left alone, and so is one that cannot be parked now.
Result<std::vector<RunId>> ParkUntouched(Forge& forge, TimePoint now);

}  // namespace forge
