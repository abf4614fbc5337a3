// Durations as people write them, and how long an error text says to wait. Relative times only: no clock here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace forge {

// Milliseconds after "retry after", "try again in", "resets in" and the like, in lower-case text; 0: it does not say.
std::int64_t FindWaitTime(std::string_view lower_case_text);

struct SaidWait {
  std::size_t at = std::string_view::npos;  // where the text says it
  std::int64_t ms = 0;                      // 0: it does not
};
// The same, with its place. `resets_only`: only what says when a limit ends.
SaidWait FindWait(std::string_view lower_case_text, bool resets_only);

// Whether what is reset here is a connection, which has no time of its own: "connection was reset by peer".
bool IsOfConnection(std::string_view lower_case_text, std::size_t at);

// "45m", "2h", "1h 30m", "90 seconds" as milliseconds; 0: not a duration.
std::int64_t ParseDurationText(std::string_view lower_case_text);

}  // namespace forge
