// When a limit ends, as an agent or a provider says it: "try again at 9:50 AM", "resets 3pm (Europe/Berlin)", "in 2
// days 3 hours", seconds since 1970. Pure: clock and zones are values.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/ids.h"
#include "text/time_zone.h"

namespace forge {

struct ResetClock {
  TimePoint now;
  TimeZone local;  // of a time without a zone
  // By name, such as "Europe/Berlin"; may be empty. Where it knows no zone, a time of that zone is not understood.
  std::function<std::optional<TimeZone>(std::string_view name)> find;
};

// 0: the text does not say it, or names a time that is over. A time of day that is over is tomorrow's; only in the two
// minutes after it, which a limit may still need, it is the next minute. Google's limits of a day end at midnight
// in California, whatever wait stands beside them.
TimePoint FindResetTime(std::string_view text, const ResetClock& clock);

}  // namespace forge
