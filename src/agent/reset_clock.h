// The clock and the time zones of this machine, for reading when a provider's limit ends.
#pragma once

#include <string_view>

#include "base/ids.h"
#include "text/reset_time.h"

namespace forge {

ResetClock ResetClockAt(TimePoint now);

// When the words say that their limit ends, seen from now; 0: they do not say.
TimePoint ResetTimeIn(std::string_view words);

}  // namespace forge
