// Times as ISO 8601 text, written and read. Reads no clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace forge {

std::string IsoTime(TimePoint time);  // "2031-05-04T20:22:01.123Z"
// "2031-05-04T20:22:01Z", with or without a fraction; the zone may be "+02:00". Nothing: it is no such time.
std::optional<TimePoint> ParseIsoTime(std::string_view text);

}  // namespace forge
