// Times as text, and amounts with them. Reads no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/amounts.h"  // IWYU pragma: export
#include "base/ids.h"
#include "base/iso_time.h"  // IWYU pragma: export
#include "model/usage.h"

namespace forge {

std::string ClockTime(TimePoint time);           // "20:22:01", where the user is
std::string Ago(TimePoint then, TimePoint now);  // "3m", "2h", "5d"

}  // namespace forge
