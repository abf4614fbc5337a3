// The time zones of the machine, as bytes: text/time_zone.h reads them.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// The compiled zone of a name such as "Europe/Berlin"; empty: the machine has none of that name.
std::string ReadZoneFile(std::string_view name);

// The zone of this process: a compiled zone, or a rule of the variable TZ such as "EST5EDT"; empty: UTC.
std::string ReadLocalZone();

}  // namespace forge
