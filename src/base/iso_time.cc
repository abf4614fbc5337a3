#include "base/iso_time.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdint>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::int64_t kMsPerSecond = 1000;
constexpr std::int64_t kMsPerMinute = 60 * kMsPerSecond;
constexpr std::int64_t kMsPerHour = 60 * kMsPerMinute;

// The digits at that place; nothing: something else is there.
std::optional<int> DigitsAt(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size() || !IsDigits(text.substr(at, count))) return std::nullopt;
  return static_cast<int>(*ParseInt(text.substr(at, count)));
}

// Of ".123456" the first three, as milliseconds. `at` moves behind it.
std::int64_t FractionMs(std::string_view text, std::size_t& at) {
  if (at >= text.size() || text[at] != '.') return 0;
  std::int64_t ms = 0;
  int digits = 0;
  for (++at; at < text.size() && IsDigit(text[at]); ++at, ++digits) {
    if (digits < 3) ms = ms * 10 + (text[at] - '0');
  }
  for (; digits < 3; ++digits) ms *= 10;
  return ms;
}

// How far the zone is ahead of UTC.
std::optional<std::int64_t> ZoneMs(std::string_view zone) {
  if (zone == "Z" || zone == "z") return 0;
  if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':') return std::nullopt;
  const auto hours = DigitsAt(zone, 1, 2), minutes = DigitsAt(zone, 4, 2);
  if (!hours || !minutes) return std::nullopt;
  const std::int64_t ms = *hours * kMsPerHour + *minutes * kMsPerMinute;
  return zone[0] == '-' ? -ms : ms;
}

}  // namespace

std::string IsoTime(TimePoint time) {
  const std::chrono::sys_time<std::chrono::milliseconds> point{std::chrono::milliseconds(time.ms)};
  const auto day = std::chrono::floor<std::chrono::days>(point);
  const std::chrono::year_month_day date(day);
  const std::int64_t ms = (point - day).count();
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), ms / kMsPerHour,
                     ms / kMsPerMinute % 60, ms / kMsPerSecond % 60, ms % kMsPerSecond);
}

std::optional<TimePoint> ParseIsoTime(std::string_view text) {
  constexpr std::size_t kWithoutFraction = std::string_view("2031-05-04T20:22:01").size();
  if (text.size() <= kWithoutFraction) return std::nullopt;
  if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':') return std::nullopt;
  const auto year = DigitsAt(text, 0, 4), month = DigitsAt(text, 5, 2), day = DigitsAt(text, 8, 2);
  const auto hour = DigitsAt(text, 11, 2), minute = DigitsAt(text, 14, 2), second = DigitsAt(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::size_t at = kWithoutFraction;
  const std::int64_t fraction = FractionMs(text, at);
  const auto zone = ZoneMs(text.substr(at));
  if (!zone) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  return TimePoint{days * 24 * kMsPerHour + *hour * kMsPerHour + *minute * kMsPerMinute + *second * kMsPerSecond +
                   fraction - *zone};
}

}  // namespace forge
