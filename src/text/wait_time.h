// Durations as people write them, and how long an error text says to wait. Relative times only: no clock here.
#pragma once

#include <cstdint>
#include <string_view>

namespace forge {

// Milliseconds after "retry after", "try again in", "resets in" and the like, in lower-case text; 0: it does not say.
std::int64_t FindWaitTime(std::string_view lower_case_text);

// "45m", "2h", "1h 30m", "90 seconds" as milliseconds; 0: not a duration.
std::int64_t ParseDurationText(std::string_view lower_case_text);

}  // namespace forge
