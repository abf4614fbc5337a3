// Reset times: never one in the past, and any bytes may be a zone file.

#include "text/reset_time.h"

#include <optional>
#include <string_view>

#include "base/result.h"
#include "target.h"

FUZZ_TARGET(reset_time) {
  using namespace forge;
  const std::size_t half = text.find('\0');
  const auto zone = TimeZone::FromFile(text.substr(half == std::string_view::npos ? 0 : half + 1));
  const auto rule = TimeZone::FromRule(text);
  const TimePoint now{1'795'032'763'000};
  const ResetClock clock{now, rule.value_or(TimeZone()), [&](std::string_view) { return zone; }};
  const TimePoint time = FindResetTime(text, clock);
  CHECK(time.ms == 0 || time > now);
}
