#include "text/wait_time.h"

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kLongest = 31 * kDay;  // more is a timestamp or a mistake

std::optional<std::int64_t> UnitOf(std::string_view word) {
  struct Unit {
    std::string_view name;
    std::int64_t ms;
  };
  constexpr Unit kUnits[] = {
      {"ms", 1},      {"msec", 1},      {"millis", 1},     {"millisecond", 1},  {"milliseconds", 1},
      {"s", kSecond}, {"sec", kSecond}, {"secs", kSecond}, {"second", kSecond}, {"seconds", kSecond},
      {"m", kMinute}, {"min", kMinute}, {"mins", kMinute}, {"minute", kMinute}, {"minutes", kMinute},
      {"h", kHour},   {"hr", kHour},    {"hrs", kHour},    {"hour", kHour},     {"hours", kHour},
      {"d", kDay},    {"day", kDay},    {"days", kDay},
  };
  for (const Unit& unit : kUnits) {
    if (unit.name == word) return unit.ms;
  }
  return std::nullopt;
}

std::string_view TakeWhile(std::string_view& text, bool (*accept)(char)) {
  std::size_t end = 0;
  while (end < text.size() && accept(text[end])) ++end;
  std::string_view taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

bool IsNumberChar(char c) { return IsDigit(c) || c == '.'; }

void DropBlanks(std::string_view& text) { TakeWhile(text, IsBlank); }

// "1h 2m 3.5s", "1 minute and 30 seconds", "20": a number without a unit counts as `bare_unit`; 0 refuses it.
std::int64_t TakeDuration(std::string_view text, std::int64_t bare_unit) {
  double total = 0;
  for (int parts = 0; parts < 4; ++parts) {
    DropBlanks(text);
    if (parts > 0 && text.starts_with(", ")) text.remove_prefix(2);
    if (parts > 0 && text.starts_with("and ")) text.remove_prefix(4);
    std::string_view digits = TakeWhile(text, IsNumberChar);
    while (digits.ends_with('.')) digits.remove_suffix(1);
    auto number = ParseDouble(digits);
    if (!number) break;
    std::string_view behind = text;
    DropBlanks(behind);
    std::string_view word = TakeWhile(behind, IsLower);
    auto unit = UnitOf(word);
    bool glued = !text.empty() && IsLower(text.front());  // "1e99", "3pm"
    if (!unit && (parts > 0 || glued)) break;
    total += *number * static_cast<double>(unit.value_or(bare_unit));
    if (!unit) break;
    text = behind;
  }
  if (!(total > 0) || total > static_cast<double>(kLongest)) return 0;
  return std::max<std::int64_t>(static_cast<std::int64_t>(total), 1);
}

struct Triggers {
  std::string_view words;  // with a comma between them
  std::int64_t bare_unit;  // of a number without a unit
  bool reset = false;      // says when a limit ends, not only when to ask again
};

constexpr Triggers kTriggers[] = {
    {"retry-after-ms, retry_after_ms, retry_delay_ms", 1},
    {"retry-after, retry_after, retry after, retryafter, retrydelay, retry delay, retry in, try again in, "
     "try again after",
     kSecond},
    {"reset in, resets in, reset after, resets after, resets_in_seconds, reset_in_seconds, reset_after_seconds, "
     "available in, available again in",
     kSecond, true},
    {"wait for, wait, waiting, back off for", 0}};

// What may stand between the trigger and the number: `": "`, ` = `, ` about `.
std::string_view SkipToNumber(std::string_view text) {
  constexpr std::string_view kBetween = " \t\"':=({[~";
  text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
  for (std::string_view word : {"about ", "approximately ", "at least ", "another "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  return text;
}

}  // namespace

std::int64_t ParseDurationText(std::string_view text) { return TakeDuration(text, 0); }

bool IsOfConnection(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 24;
  const std::string_view before = text.substr(at - std::min(at, kReach), std::min(at, kReach));
  for (std::string_view word : {"connection", "socket", "stream", "peer"}) {
    if (before.contains(word)) return true;
  }
  return false;
}

SaidWait FindWait(std::string_view text, bool resets_only) {
  SaidWait found;
  for (const Triggers& triggers : kTriggers) {
    if (resets_only && !triggers.reset) continue;
    for (std::string_view words : SplitList(triggers.words)) {
      for (std::size_t at = text.find(words); at < found.at; at = text.find(words, at + 1)) {
        if (triggers.reset && IsOfConnection(text, at)) continue;
        std::int64_t ms = TakeDuration(SkipToNumber(text.substr(at + words.size())), triggers.bare_unit);
        if (ms == 0) continue;
        found = {at, ms};
        break;
      }
    }
  }
  return found;
}

std::int64_t FindWaitTime(std::string_view text) { return FindWait(text, false).ms; }

}  // namespace forge
