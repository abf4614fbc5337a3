#include "text/reset_time.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "base/strings.h"
#include "text/lines.h"
#include "text/wait_time.h"

namespace forge {
namespace {

constexpr std::int64_t kSecondMs = 1000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kDayMs = 24 * 60 * kMinuteMs;
constexpr std::int64_t kJustNowMs = 2 * kMinuteMs;  // a time in whole minutes may be that much in the past
constexpr std::int64_t kFarthestMs = 400 * kDayMs;  // more is a mistake

// Words before a point in time. A trigger that could also speak of something else needs "at" or "on".
constexpr std::string_view kResetWords =
    "try again at, try again on, try again after, try again, retry at, retry on, retry after, retry-after, resets at, "
    "reset at, resets on, reset on, resets, reset:, reset=, resets:, resets_at, reset_at, resetsat, resetat, "
    "resetting at, available at, available on, available again at, available again on, access on, access again on, "
    "access at, access again at, renews at, renews on, wait until, limited until, blocked until, paused until, "
    "limit reached|";

constexpr std::string_view kMonths[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::string_view kMonthNames[] = {"january", "february", "march",     "april",   "may",      "june",
                                            "july",    "august",   "september", "october", "november", "december"};
constexpr std::string_view kWeekdays[] = {"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};

// Short names that have one meaning where these messages come from. Summer time or not, they are one clock.
struct ShortZone {
  std::string_view name, zone;
};
constexpr ShortZone kShortZones[] = {
    {"utc", ""},
    {"gmt", ""},
    {"z", ""},
    {"pst", "America/Los_Angeles"},
    {"pdt", "America/Los_Angeles"},
    {"pt", "America/Los_Angeles"},
    {"pacific", "America/Los_Angeles"},
    {"est", "America/New_York"},
    {"edt", "America/New_York"},
    {"et", "America/New_York"},
    {"cst", "America/Chicago"},
    {"cdt", "America/Chicago"},
    {"mst", "America/Denver"},
    {"mdt", "America/Denver"},
    {"cet", "Europe/Berlin"},
    {"cest", "Europe/Berlin"},
    {"bst", "Europe/London"},
};
constexpr std::string_view kPacific = "America/Los_Angeles";
constexpr std::string_view kPacificRule = "PST8PDT,M3.2.0,M11.1.0";

std::optional<TimeZone> ZoneNamed(const ResetClock& clock, std::string_view name) {
  if (clock.find) {
    if (auto zone = clock.find(name)) return zone;
  }
  return name == kPacific ? TimeZone::FromRule(kPacificRule) : std::nullopt;  // Google's, also without a database
}

std::chrono::year_month_day DateOf(std::int64_t day) {
  return std::chrono::year_month_day(std::chrono::sys_days(std::chrono::days(day)));
}

// What a text says of a point in time, part by part.
struct SaidTime {
  std::optional<int> year, month, day;
  std::optional<int> weekday;
  std::optional<int> days_ahead;  // today, tomorrow
  std::optional<int> second_of_day;
  bool exact = false;  // to the second
  std::optional<TimeZone> zone;
  bool unknown_zone = false;

  bool empty() const { return !second_of_day && !day && !weekday && !days_ahead; }
};

// Reads one, from its beginning on. `lower` is `text` in lower case, byte for byte.
class TimeReader {
 public:
  TimeReader(std::string_view text, std::string_view lower, const ResetClock& clock)
      : text_(text), lower_(lower), clock_(&clock) {}

  TimePoint Read() {
    Skip(" \t\"'`:=({[~,|");
    if (const auto epoch = TakeEpoch()) return *epoch;
    constexpr int kMostWords = 10;
    for (int i = 0; i < kMostWords && TakePart(); ++i) Skip(" \t,");
    TakeZone();
    return Resolve();
  }

 private:
  void Drop(std::size_t count) {
    text_.remove_prefix(count);
    lower_.remove_prefix(count);
  }
  void Skip(std::string_view characters) { Drop(std::min(lower_.find_first_not_of(characters), lower_.size())); }
  std::size_t Digits() const { return std::min(lower_.find_first_not_of("0123456789"), lower_.size()); }
  int TakeInt(std::size_t digits) {
    const auto number = ParseInt(lower_.substr(0, digits));
    Drop(digits);
    return static_cast<int>(number.value_or(-1));
  }
  bool TakeText(std::string_view text) {
    if (!lower_.starts_with(text)) return false;
    Drop(text.size());
    return true;
  }
  std::string_view Word() const {
    std::size_t end = 0;
    while (end < lower_.size() && IsLower(lower_[end])) ++end;
    return lower_.substr(0, end);
  }
  bool TakeWord(std::string_view word) { return Word() == word && TakeText(word); }

  // Seconds or milliseconds since 1970.
  std::optional<TimePoint> TakeEpoch() {
    const std::size_t digits = Digits();
    if (digits != 10 && digits != 13) return std::nullopt;
    const std::int64_t number = ParseInt(lower_.substr(0, digits)).value_or(0);
    return Future({digits == 13 ? number : number * kSecondMs});
  }

  TimePoint Future(TimePoint time) const {
    return time > clock_->now && time.ms - clock_->now.ms <= kFarthestMs ? time : TimePoint{};
  }

  bool TakePart() {
    for (std::string_view word : {"at", "on", "the", "about", "approximately", "around", "of"}) {
      if (TakeWord(word)) return true;
    }
    return TakeDayWord() || TakeMonthFirst() || TakeIsoDate() || TakeClock() || TakeDayFirst();
  }

  bool TakeDayWord() {
    const std::string_view word = Word();
    if (word == "today" || word == "tomorrow") {
      said_.days_ahead = word == "today" ? 0 : 1;
    } else if (word == "midnight" || word == "noon") {
      said_.second_of_day = word == "noon" ? kSecondsOfDay / 2 : 0;
    } else {
      const auto found = std::ranges::find_if(
          kWeekdays, [&](std::string_view day) { return word.size() >= 3 && day.starts_with(word); });
      if (found == std::end(kWeekdays)) return false;
      said_.weekday = static_cast<int>(found - std::begin(kWeekdays));
    }
    return TakeText(word);
  }

  std::optional<int> MonthHere() const {
    const std::string_view word = Word();
    for (std::size_t i = 0; i < std::size(kMonths); ++i) {
      if (word == kMonths[i] || word == kMonthNames[i] || (i == 8 && word == "sept")) return static_cast<int>(i) + 1;
    }
    return std::nullopt;
  }

  // "Nov 20th, 2026"
  bool TakeMonthFirst() {
    const auto month = MonthHere();
    if (!month) return false;
    Drop(Word().size());
    Skip(". ");
    if (const std::size_t digits = Digits(); digits == 1 || digits == 2) {
      said_.month = month;
      said_.day = TakeInt(digits);
      TakeOrdinal();
      TakeYear();
    }
    return said_.day.has_value();
  }

  // "20 Nov 2026"
  bool TakeDayFirst() {
    const std::size_t digits = Digits();
    if (said_.day || digits < 1 || digits > 2) return false;
    TimeReader ahead = *this;
    const int day = ahead.TakeInt(digits);
    ahead.TakeOrdinal();
    ahead.Skip(" ");
    const auto month = ahead.MonthHere();
    if (!month) return false;
    ahead.Drop(ahead.Word().size());
    ahead.said_.day = day;
    ahead.said_.month = month;
    ahead.TakeYear();
    text_ = ahead.text_;
    lower_ = ahead.lower_;
    said_ = ahead.said_;
    return true;
  }

  void TakeOrdinal() {
    for (std::string_view ending : {"st", "nd", "rd", "th"}) {
      if (TakeWord(ending)) return;
    }
  }

  void TakeYear() {
    const std::size_t gap = std::min(lower_.find_first_not_of(", "), lower_.size());
    const std::string_view rest = lower_.substr(gap);
    const bool year = rest.size() >= 4 && rest.starts_with("20") && IsDigits(rest.substr(0, 4)) &&
                      (rest.size() == 4 || (rest[4] != ':' && !IsDigit(rest[4])));
    if (!year) return;
    Drop(gap);
    said_.year = TakeInt(4);
  }

  // "2026-11-20", with a T and a time behind it or not
  bool TakeIsoDate() {
    if (lower_.size() < 10 || Digits() != 4 || lower_[4] != '-' || lower_[7] != '-') return false;
    if (!IsDigits(lower_.substr(5, 2)) || !IsDigits(lower_.substr(8, 2))) return false;
    said_.year = TakeInt(4);
    Drop(1);
    said_.month = TakeInt(2);
    Drop(1);
    said_.day = TakeInt(2);
    TakeText("t");
    return true;
  }

  // "9:50 AM", "11pm", "21:30:05"; a bare hour is none.
  bool TakeClock() {
    const std::size_t digits = Digits();
    if (said_.second_of_day || digits < 1 || digits > 2) return false;
    TimeReader ahead = *this;
    int hour = ahead.TakeInt(digits);
    std::optional<int> minute;
    int second = 0;
    bool exact = false;
    const auto part = [&ahead]() -> std::optional<int> {
      const bool is_one =
          ahead.lower_.starts_with(':') && ahead.lower_.size() >= 3 && IsDigits(ahead.lower_.substr(1, 2));
      if (!is_one) return std::nullopt;
      ahead.Drop(1);
      return ahead.TakeInt(2);
    };
    if ((minute = part())) {
      if (const auto seconds = part()) {
        second = *seconds;
        exact = true;
        if (ahead.TakeText(".")) ahead.Drop(ahead.Digits());
      }
    }
    TimeReader behind = ahead;
    behind.Skip(" ");
    bool half = false;
    for (std::string_view word : {"a.m.", "p.m.", "am", "pm"}) {
      const bool whole = word.ends_with('.') || behind.Word() == word;
      if (!whole || !behind.TakeText(word)) continue;
      if (hour < 1 || hour > 12) return false;
      hour = hour % 12 + (word.starts_with('p') ? 12 : 0);
      ahead = behind;
      half = true;
      break;
    }
    if ((!minute && !half) || hour > 24 || minute.value_or(0) > 59 || second > 60) return false;
    text_ = ahead.text_;
    lower_ = ahead.lower_;
    said_.second_of_day = (hour * 60 + minute.value_or(0)) * 60 + second;
    said_.exact = exact;
    return true;
  }

  // "(Europe/Berlin)", "UTC", "Z", "+02:00", "(PST)"
  void TakeZone() {
    Skip(" ([");
    if (lower_.starts_with('+') || lower_.starts_with('-')) return TakeOffset();
    std::size_t end = 0;
    while (end < text_.size() && (IsLetterOrDigit(text_[end]) || text_[end] == '/' || text_[end] == '_' ||
                                  ((text_[end] == '-' || text_[end] == '+') && end > 0 && text_[end - 1] != '/')))
      ++end;
    const std::string_view name = text_.substr(0, end);
    if (name.find('/') != std::string_view::npos) {
      said_.zone = ZoneNamed(*clock_, name);
      said_.unknown_zone = !said_.zone;
      return;
    }
    const std::string_view word = Word();
    for (const ShortZone& each : kShortZones) {
      if (each.name != word) continue;
      said_.zone = each.zone.empty() ? TimeZone() : ZoneNamed(*clock_, each.zone);
      said_.unknown_zone = !said_.zone;
      if (!each.zone.empty()) return;
      Drop(word.size());
      if (lower_.starts_with('+') || lower_.starts_with('-')) TakeOffset();  // "UTC+2"
      return;
    }
  }

  void TakeOffset() {
    const int sign = lower_.front() == '-' ? -1 : 1;
    Drop(1);
    const std::size_t digits = Digits();
    if (digits != 1 && digits != 2 && digits != 4) return;
    int hours = TakeInt(digits);
    int minutes = 0;
    if (digits == 4) {
      minutes = hours % 100;
      hours /= 100;
    } else if (TakeText(":") && Digits() == 2) {
      minutes = TakeInt(2);
    }
    if (hours <= 14 && minutes < 60) said_.zone = TimeZone::Fixed(sign * (hours * 60 + minutes) * 60);
  }

  TimePoint Resolve() const {
    if (said_.empty() || said_.unknown_zone) return {};
    const TimeZone zone = said_.zone.value_or(clock_->local);
    const std::int64_t now = FloorDiv(clock_->now.ms, kSecondMs);
    const std::int64_t today = FloorDiv(now + zone.OffsetAt(now), kSecondsOfDay);
    if (said_.day) return OfDate(zone, today);
    if (said_.weekday) {
      const int weekday = static_cast<int>(((today + 4) % 7 + 7) % 7);
      const std::int64_t day = today + (*said_.weekday - weekday + 7) % 7;
      const TimePoint next = OrNow(On(zone, day));
      return next.ms > 0 ? next : Future(On(zone, day + 7));
    }
    if (said_.days_ahead) return OrNow(On(zone, today + *said_.days_ahead));
    const TimePoint next = OrNow(On(zone, today));
    return next.ms > 0 ? next : Future(On(zone, today + 1));
  }

  TimePoint OfDate(const TimeZone& zone, std::int64_t today) const {
    const auto when = [&](int year) -> TimePoint {
      const auto date = std::chrono::year(year) / std::chrono::month(static_cast<unsigned>(*said_.month)) /
                        std::chrono::day(static_cast<unsigned>(*said_.day));
      if (!date.ok()) return {};
      return OrNow(On(zone, std::chrono::sys_days(date).time_since_epoch().count()));
    };
    if (said_.year) return when(*said_.year);
    const int year = static_cast<int>(DateOf(today).year());
    const TimePoint next = when(year);
    return next.ms > 0 ? next : when(year + 1);
  }

  TimePoint On(const TimeZone& zone, std::int64_t day) const {
    return {zone.WhenShown(day * kSecondsOfDay + said_.second_of_day.value_or(0)) * kSecondMs};
  }

  // 0 for a time that is over.
  TimePoint OrNow(TimePoint time) const {
    if (time > clock_->now) return Future(time);
    if (said_.exact || clock_->now.ms - time.ms >= kJustNowMs) return {};
    return {(clock_->now.ms / kMinuteMs + 1) * kMinuteMs};
  }

  std::string_view text_, lower_;
  const ResetClock* clock_;
  SaidTime said_;
};

// A day of Google's is over at midnight in California.
bool IsGooglesDay(std::string_view lower) {
  if (lower.contains("daily quota")) return true;
  const bool day = lower.contains("perday") || lower.contains("per day") || lower.contains("per_day");
  const bool google = lower.contains("googleapis") || lower.contains("gemini") || lower.contains("quota metric") ||
                      lower.contains("quotaid") || lower.contains("resource_exhausted");
  return day && google;
}

TimePoint NextPacificMidnight(const ResetClock& clock) {
  const TimeZone zone = ZoneNamed(clock, kPacific).value_or(TimeZone());
  const std::int64_t now = FloorDiv(clock.now.ms, kSecondMs);
  const std::int64_t today = FloorDiv(now + zone.OffsetAt(now), kSecondsOfDay);
  const TimePoint midnight{zone.WhenShown((today + 1) * kSecondsOfDay) * kSecondMs};
  return midnight > clock.now ? midnight : TimePoint{};
}

// "presets" is no trigger.
bool BeginsAWord(std::string_view text, std::size_t at) { return at == 0 || !IsNamePart(text[at - 1]); }

}  // namespace

TimePoint FindResetTime(std::string_view whole, const ResetClock& clock) {
  constexpr std::size_t kKept = 16U << 10U;
  const std::string text = KeepHeadAndTail(whole, kKept, kKept);
  const std::string lower = Lower(text);
  const bool google = IsGooglesDay(lower);
  const SaidWait wait = FindWait(lower, google);
  std::size_t first = wait.at;
  TimePoint found = wait.ms > 0 ? TimePoint{clock.now.ms + wait.ms} : TimePoint{};
  for (std::string_view words : SplitList(kResetWords)) {
    for (std::size_t at = lower.find(words); at < first; at = lower.find(words, at + 1)) {
      if (!BeginsAWord(lower, at)) continue;
      if (words.starts_with("reset") && IsOfConnection(lower, at)) continue;
      const std::size_t behind = at + words.size();
      const bool bare = IsLetter(words.back()) && behind < lower.size() && IsNamePart(lower[behind]);
      if (bare) continue;
      const TimePoint time =
          TimeReader(std::string_view(text).substr(behind), std::string_view(lower).substr(behind), clock).Read();
      if (time.ms == 0) continue;
      first = at;
      found = time;
      break;
    }
  }
  return found.ms == 0 && google ? NextPacificMidnight(clock) : found;
}

}  // namespace forge
