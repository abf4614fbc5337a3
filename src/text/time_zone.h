// Offsets of a time zone from UTC, read from a file of the tz database or from a POSIX rule. Pure: does not know where
// the files are, nor which zone is the machine's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace forge {

inline constexpr std::int64_t kSecondsOfDay = 24 * 60 * 60;

constexpr std::int64_t FloorDiv(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

class TimeZone {
 public:
  TimeZone() = default;  // UTC

  // The bytes of a compiled zone (RFC 8536). Nothing: they are not one.
  static std::optional<TimeZone> FromFile(std::string_view bytes);
  // "PST8PDT,M3.2.0,M11.1.0" or "<+0530>-5:30". Nothing: it is not one.
  static std::optional<TimeZone> FromRule(std::string_view rule);
  static TimeZone Fixed(std::int64_t seconds_east);

  // Seconds east of UTC at a time in seconds since 1970.
  std::int64_t OffsetAt(std::int64_t seconds) const;
  // The time at which its clocks show `shown`, which is in seconds as if the clocks were UTC's. Of a time that they
  // show twice, the first; one that they skip counts as if they had not been put forward.
  std::int64_t WhenShown(std::int64_t shown) const;

 private:
  struct Change {
    std::int64_t at = 0;
    std::int64_t offset = 0;  // from then on
  };
  // A day of the year and a time on it: when the clocks change.
  struct Day {
    enum class Kind { kWeekday, kDay, kDayWithoutLeap } kind = Kind::kWeekday;
    std::int64_t month = 1, week = 1, weekday = 0;
    std::int64_t day = 0;
    std::int64_t time = 7200;
    std::int64_t In(std::int64_t year) const;  // seconds since 1970, on clocks
  };
  struct Rule {
    std::int64_t standard = 0;
    std::optional<std::int64_t> summer;  // nothing: the clocks do not change
    Day begin, end;                      // of summer time
    std::int64_t OffsetAt(std::int64_t seconds) const;
  };
  static std::optional<Rule> ReadRule(std::string_view text);
  static std::optional<Day> ReadDay(std::string_view& text);

  std::int64_t first_ = 0;       // before the first change
  std::vector<Change> changes_;  // in order
  std::optional<Rule> rule_;     // after the last one
};

}  // namespace forge
