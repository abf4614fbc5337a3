#include "agent/reset_clock.h"

#include <optional>
#include <string>

#include "os/system.h"
#include "os/zone_files.h"

namespace forge {

ResetClock ResetClockAt(TimePoint now) {
  const std::string local = ReadLocalZone();
  auto zone = TimeZone::FromFile(local);
  if (!zone) zone = TimeZone::FromRule(local);
  return {now, zone.value_or(TimeZone()), [](std::string_view name) { return TimeZone::FromFile(ReadZoneFile(name)); }};
}

TimePoint ResetTimeIn(std::string_view words) { return FindResetTime(words, ResetClockAt(WallClock())); }

}  // namespace forge
