// Times and amounts as text. Reads no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "model/usage.h"

namespace forge {

std::string IsoTime(TimePoint time);             // "2031-05-04T20:22:01.123Z"
std::string ClockTime(TimePoint time);           // "20:22:01", where the user is
std::string Ago(TimePoint then, TimePoint now);  // "3m", "2h", "5d"

std::string TokenText(std::int64_t tokens);              // "840", "12.4k", "3.1M"
std::string SpendText(std::int64_t tokens, double usd);  // "12.4k tokens, $0.32"; empty when nothing was spent

}  // namespace forge
