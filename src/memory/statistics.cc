#include "memory/statistics.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kShapeKey = "shape:";  // of facts that an older Forge kept up to date
constexpr std::size_t kMeasures = 2;

constexpr std::string_view kTime = "time";

// What the word counts; empty: it counts nothing.
std::string_view MeasureOf(std::string_view word) {
  constexpr std::string_view kSizes[] = {"module", "step", "tier", "unit", "file", "round", "token", "commit"};
  constexpr std::string_view kTimes[] = {"h", "hr", "hour", "m", "min", "minute", "s", "sec", "second"};
  if (IsOneOf(word, {"retry", "retries"})) return "retry";
  const auto is = [&](std::string_view one) {
    return word == one || (word.size() == one.size() + 1 && word.starts_with(one) && word.ends_with('s'));
  };
  for (const std::string_view one : {"depth", "attempt"}) {
    if (is(one)) return one;
  }
  for (const std::string_view one : kTimes) {
    if (is(one)) return kTime;
  }
  for (const std::string_view one : kSizes) {
    if (is(one)) return one;
  }
  return {};
}

// How the run went, not only how large it was: a lesson may well say "3 files".
bool IsOfARun(std::string_view measure) { return measure == kTime || IsOneOf(measure, {"depth", "attempt", "retry"}); }

bool IsCount(std::string_view word) {
  return (!word.empty() && IsDigit(word.front())) || IsOneOf(word, {"no", "zero"});
}

// "14m", "3m20s", "2.5h", "41s", "300ms"
bool IsDuration(std::string_view word) {
  if (word.empty() || !IsDigit(word.front())) return false;
  return word.find_first_not_of("0123456789.hms") == std::string_view::npos && !IsDigit(word.back());
}

// In lower case; a point within a number belongs to it.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  const std::string lower = Lower(text);
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const char c = lower[i];
    const bool point = c == '.' && i + 1 < lower.size() && IsDigit(lower[i + 1]) && !words.back().empty();
    if (IsLower(c) || IsDigit(c) || point) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// "src/a.js": which files it was about is no word of a sentence.
std::string WithoutPaths(std::string_view text) {
  std::string kept;
  for (const std::string_view word : Split(text, ' ')) {
    const std::size_t dot = word.find('.');
    const bool file = dot != std::string_view::npos && dot > 0 && dot + 1 < word.size() && !IsDigit(word[dot - 1]);
    if (file || word.find('/') != std::string_view::npos) continue;
    kept += word;
    kept += ' ';
  }
  return kept;
}

// Nothing but what a line about a run consists of: "Run 12 completed: 4 modules, tier depth 2". One word may be
// another, as of "the usual plan of a store run"; who begins with such a word, or has more of them, gives advice.
bool IsSummary(std::string_view text) {
  const std::vector<std::string> words = WordsOf(WithoutPaths(text));
  int others = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool of_summary =
        IsCount(words[i]) || !MeasureOf(words[i]).empty() ||
        IsOneOf(words[i], {"a",    "about", "all",      "an",   "and",  "clock",   "completed", "count", "done",
                           "each", "ended", "finished", "had",  "has",  "in",      "is",        "max",   "maximum",
                           "of",   "over",  "plan",     "run",  "runs", "surface", "takes",     "the",   "time",
                           "took", "total", "usual",    "wall", "was",  "were",    "with"});
    const bool orders = i == 0 && words[i] == "retry";
    if (of_summary && !orders) continue;
    if (i == 0 || ++others > 1) return false;
  }
  return true;
}

// At least two kinds of measures, one of them of how a run went.
bool IsMeasured(std::string_view text) {
  const std::vector<std::string> words = WordsOf(text);
  std::set<std::string_view> kinds;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (IsDuration(words[i])) kinds.insert(kTime);
    const std::string_view measure = MeasureOf(words[i]);
    if (measure.empty()) continue;
    const bool before = i > 0 && IsCount(words[i - 1]);  // "4 modules"
    std::size_t next = i + 1;
    if (next < words.size() && IsOneOf(words[next], {"of", "is", "was", "count"})) ++next;
    const bool behind = next < words.size() && IsCount(words[next]);  // "depth 2", "retries: 1"
    if (before || behind) kinds.insert(measure);
  }
  return kinds.size() >= kMeasures && std::any_of(kinds.begin(), kinds.end(), IsOfARun);
}

}  // namespace

bool IsRunStatistics(const Fact& fact) {
  if (fact.key.starts_with(kShapeKey)) return true;
  return fact.category == FactCategory::kSuccessPattern && fact.from.voice != Voice::kPerson && IsMeasured(fact.text) &&
         IsSummary(fact.text);
}

}  // namespace forge
