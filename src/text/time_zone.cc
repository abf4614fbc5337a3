#include "text/time_zone.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::int64_t kSecondsOfHour = 3600;
constexpr std::size_t kHeader = 44;
constexpr std::int64_t kMostHours = 167;  // in a POSIX rule

// Big-endian numbers of a zone file.
class ZoneBytes {
 public:
  explicit ZoneBytes(std::string_view rest) : rest_(rest) {}

  std::int64_t Number(std::size_t size) {
    if (rest_.size() < size) return Break();
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8U | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(size);
    if (size == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    return static_cast<std::int64_t>(value);
  }
  void Skip(std::size_t size) {
    if (rest_.size() < size) return (void)Break();
    rest_.remove_prefix(size);
  }
  bool broken() const { return broken_; }
  std::string_view rest() const { return rest_; }

 private:
  std::int64_t Break() {
    broken_ = true;
    rest_ = {};
    return 0;
  }
  std::string_view rest_;
  bool broken_ = false;
};

struct ZoneCounts {
  std::size_t utc = 0, standard = 0, leaps = 0, times = 0, types = 0, characters = 0;

  // Of the data behind the header, whose times have so many bytes.
  std::size_t Bytes(std::size_t time) const {
    return times * (time + 1) + types * 6 + characters + leaps * (time + 4) + standard + utc;
  }
};

std::optional<ZoneCounts> ReadHeader(ZoneBytes& bytes) {
  constexpr std::int64_t kMost = 100'000;
  if (!bytes.rest().starts_with("TZif")) return std::nullopt;
  bytes.Skip(kHeader - 24);
  ZoneCounts counts;
  for (std::size_t* count :
       {&counts.utc, &counts.standard, &counts.leaps, &counts.times, &counts.types, &counts.characters}) {
    const std::int64_t number = bytes.Number(4);
    if (number < 0 || number > kMost) return std::nullopt;
    *count = static_cast<std::size_t>(number);
  }
  return bytes.broken() ? std::nullopt : std::optional(counts);
}

std::int64_t YearOf(std::int64_t seconds) {
  const std::chrono::sys_days day{std::chrono::days(FloorDiv(seconds, kSecondsOfDay))};
  return static_cast<int>(std::chrono::year_month_day(day).year());
}

std::int64_t SecondsOf(const std::chrono::sys_days& day) {
  return std::int64_t{day.time_since_epoch().count()} * kSecondsOfDay;
}

bool Take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::int64_t> TakeNumber(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && end < 4 && IsDigit(text[end])) ++end;
  const auto number = ParseInt(text.substr(0, end));
  if (end > 0) text.remove_prefix(end);
  return end > 0 ? number : std::nullopt;
}

// "5", "-5:30", "+02:00:00"
std::optional<std::int64_t> TakeHours(std::string_view& text) {
  const bool negative = Take(text, '-');
  if (!negative) Take(text, '+');
  const auto hours = TakeNumber(text);
  if (!hours || *hours > kMostHours) return std::nullopt;
  std::int64_t seconds = *hours * kSecondsOfHour;
  for (std::int64_t unit : {60, 1}) {
    if (!Take(text, ':')) break;
    const auto part = TakeNumber(text);
    if (!part || *part > 59) return std::nullopt;
    seconds += *part * unit;
  }
  return negative ? -seconds : seconds;
}

// "CET", "<-03>"
bool TakeZoneName(std::string_view& text) {
  if (Take(text, '<')) {
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
    return true;
  }
  std::size_t end = 0;
  while (end < text.size() && IsLetter(text[end])) ++end;
  text.remove_prefix(end);
  return end >= 3;
}

}  // namespace

std::int64_t TimeZone::Day::In(std::int64_t year) const {
  const std::chrono::year y{static_cast<int>(year)};
  if (kind != Kind::kWeekday) {
    std::int64_t days = kind == Kind::kDay ? day : day - 1;
    if (kind == Kind::kDayWithoutLeap && y.is_leap() && day >= 60) ++days;
    return SecondsOf(std::chrono::sys_days(y / 1 / 1)) + days * kSecondsOfDay + time;
  }
  const std::chrono::month m{static_cast<unsigned>(month)};
  const std::chrono::weekday w{static_cast<unsigned>(weekday)};
  const std::chrono::sys_days date = week == 5 ? std::chrono::sys_days(y / m / w[std::chrono::last])
                                               : std::chrono::sys_days(y / m / w[static_cast<unsigned>(week)]);
  return SecondsOf(date) + time;
}

std::optional<TimeZone::Day> TimeZone::ReadDay(std::string_view& text) {
  Day day;
  if (Take(text, 'M')) {
    const auto month = TakeNumber(text);
    const bool first = Take(text, '.');
    const auto week = TakeNumber(text);
    const bool second = Take(text, '.');
    const auto weekday = TakeNumber(text);
    if (!month || !week || !weekday || !first || !second) return std::nullopt;
    if (*month < 1 || *month > 12 || *week < 1 || *week > 5 || *weekday > 6) return std::nullopt;
    day.month = *month;
    day.week = *week;
    day.weekday = *weekday;
  } else {
    day.kind = Take(text, 'J') ? Day::Kind::kDayWithoutLeap : Day::Kind::kDay;
    const auto number = TakeNumber(text);
    if (!number || *number > 365) return std::nullopt;
    day.day = *number;
  }
  if (Take(text, '/')) {
    const auto time = TakeHours(text);
    if (!time) return std::nullopt;
    day.time = *time;
  }
  return day;
}

std::optional<TimeZone::Rule> TimeZone::ReadRule(std::string_view text) {
  Rule rule;
  if (!TakeZoneName(text)) return std::nullopt;
  const auto west = TakeHours(text);
  if (!west) return std::nullopt;
  rule.standard = -*west;
  if (text.empty()) return rule;
  if (!TakeZoneName(text)) return std::nullopt;
  rule.summer = rule.standard + kSecondsOfHour;
  if (!text.empty() && text.front() != ',') {
    const auto summer = TakeHours(text);
    if (!summer) return std::nullopt;
    rule.summer = -*summer;
  }
  if (text.empty()) text = ",M3.2.0,M11.1.0";  // what POSIX leaves open
  for (Day* day : {&rule.begin, &rule.end}) {
    if (!Take(text, ',')) return std::nullopt;
    const auto read = ReadDay(text);
    if (!read) return std::nullopt;
    *day = *read;
  }
  return text.empty() ? std::optional(rule) : std::nullopt;
}

std::int64_t TimeZone::Rule::OffsetAt(std::int64_t seconds) const {
  if (!summer) return standard;
  const std::int64_t year = YearOf(seconds + standard);
  const std::int64_t from = begin.In(year) - standard;
  const std::int64_t to = end.In(year) - *summer;
  const bool inside = from <= to ? seconds >= from && seconds < to : seconds >= from || seconds < to;
  return inside ? *summer : standard;
}

TimeZone TimeZone::Fixed(std::int64_t seconds_east) {
  TimeZone zone;
  zone.first_ = seconds_east;
  return zone;
}

std::optional<TimeZone> TimeZone::FromRule(std::string_view rule) {
  TimeZone zone;
  zone.rule_ = ReadRule(rule);
  return zone.rule_ ? std::optional(zone) : std::nullopt;
}

std::optional<TimeZone> TimeZone::FromFile(std::string_view text) {
  ZoneBytes bytes(text);
  auto counts = ReadHeader(bytes);
  if (!counts) return std::nullopt;
  std::size_t time = 4;
  if (text[4] >= '2') {  // the data again, with larger numbers
    bytes.Skip(counts->Bytes(time));
    counts = ReadHeader(bytes);
    time = 8;
  }
  if (!counts || counts->types == 0) return std::nullopt;
  TimeZone zone;
  zone.changes_.resize(counts->times);
  for (Change& change : zone.changes_) change.at = bytes.Number(time);
  std::vector<std::size_t> types(counts->times);
  for (std::size_t& type : types) type = static_cast<std::size_t>(bytes.Number(1));
  std::vector<std::int64_t> offsets(counts->types);
  for (std::int64_t& offset : offsets) {
    offset = bytes.Number(4);
    bytes.Skip(2);
  }
  bytes.Skip(counts->characters + counts->leaps * (time + 4) + counts->standard + counts->utc);
  if (bytes.broken()) return std::nullopt;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] >= offsets.size()) return std::nullopt;
    zone.changes_[i].offset = offsets[types[i]];
  }
  if (!std::ranges::is_sorted(zone.changes_, {}, &Change::at)) return std::nullopt;
  zone.first_ = offsets.front();
  if (time == 8) zone.rule_ = ReadRule(Trim(bytes.rest()));
  return zone;
}

std::int64_t TimeZone::OffsetAt(std::int64_t seconds) const {
  if (rule_ && (changes_.empty() || seconds >= changes_.back().at)) return rule_->OffsetAt(seconds);
  const auto next = std::ranges::upper_bound(changes_, seconds, {}, &Change::at);
  return next == changes_.begin() ? first_ : std::prev(next)->offset;
}

std::int64_t TimeZone::WhenShown(std::int64_t shown) const {
  const std::int64_t before = OffsetAt(shown - kSecondsOfDay);
  const std::int64_t after = OffsetAt(shown + kSecondsOfDay);
  for (const std::int64_t offset : {before, after}) {
    if (OffsetAt(shown - offset) == offset) return shown - offset;
  }
  return shown - before;
}

}  // namespace forge
