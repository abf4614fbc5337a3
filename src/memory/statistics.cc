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
constexpr std::size_t kManyMeasures = 3;  // so many that only a summary has them

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

bool IsOfAPlan(std::string_view measure) {
  return IsOneOf(measure, {"module", "step", "tier", "unit", "depth", "file"});
}

bool IsCount(std::string_view word) {
  return (!word.empty() && IsDigit(word.front())) || IsOneOf(word, {"no", "zero"});
}

// "14m", "3m20s", "2.5h", "41s", "300ms"
bool IsDuration(std::string_view word) {
  if (word.empty() || !IsDigit(word.front())) return false;
  return word.find_first_not_of("0123456789.hms") == std::string_view::npos && !IsDigit(word.back());
}

// In lower case; "moduleCount" is two words, and a point within a number belongs to it.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  const std::string lower = Lower(text);
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const char c = lower[i];
    const bool hump = i > 0 && IsLower(text[i - 1]) && text[i] != c;
    if (hump && !words.back().empty()) words.emplace_back();
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

// Without the name of what was made: "JSON exporter: 4 modules, 18 minutes". A heading that measures is part of it.
std::string_view WithoutHeading(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return text;
  const std::vector<std::string> words = WordsOf(text.substr(0, colon));
  const bool measures = std::ranges::any_of(words, [](const std::string& word) { return !MeasureOf(word).empty(); });
  return measures ? text : text.substr(colon + 2);
}

bool IsOrder(std::string_view text) {
  const std::vector<std::string> words = WordsOf(text);
  return !words.empty() &&
         IsOneOf(words[0], {"avoid", "keep", "limit", "prefer", "retry", "set", "split", "use", "wait"});
}

// Nothing but what a line about a run consists of: "Run 12 completed: 4 modules, tier depth 2". One word may be
// another, as of "the usual plan of a store run"; who begins with such a word, or has more of them, gives advice.
bool IsSummary(std::string_view text) {
  const std::vector<std::string> words = WordsOf(WithoutPaths(text));
  int others = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool of_summary =
        IsCount(words[i]) || !MeasureOf(words[i]).empty() ||
        IsOneOf(words[i], {"a",    "about",   "across", "all",   "an",       "and",  "clock", "completed", "count",
                           "done", "elapsed", "each",   "ended", "finished", "had",  "has",   "in",        "is",
                           "max",  "maximum", "of",     "over",  "plan",     "run",  "runs",  "surface",   "takes",
                           "the",  "time",    "took",   "total", "usual",    "wall", "was",   "were",      "with"});
    const bool orders = i == 0 && words[i] == "retry";
    if (of_summary && !orders) continue;
    if (i == 0 || ++others > 1) return false;
  }
  return true;
}

using Measures = std::set<std::string_view>;

Measures MeasuresOf(std::string_view text) {
  const std::vector<std::string> words = WordsOf(text);
  Measures kinds;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (IsDuration(words[i])) kinds.insert(kTime);
    const std::string_view measure = MeasureOf(words[i]);
    if (measure.empty()) continue;
    const bool before = i > 0 && IsCount(words[i - 1]);  // "4 modules"
    std::size_t next = i + 1;
    if (next < words.size() && IsOneOf(words[next], {"of", "is", "was", "count", "surface"})) ++next;
    const bool behind = next < words.size() && IsCount(words[next]);  // "depth 2", "retries: 1"
    if (before || behind) kinds.insert(measure);
  }
  return kinds;
}

// At least two kinds of measures, one of them of how a run went, and nothing else. With more kinds it may say what it
// likes, as long as it gives no order: "CSV export shipped in 3 modules (2 tiers), 25 minutes, 1 retry on m2".
bool IsMeasuredRun(std::string_view text) {
  const Measures kinds = MeasuresOf(text);
  if (kinds.size() < kMeasures || std::ranges::none_of(kinds, IsOfARun)) return false;
  const bool of_plan = std::ranges::any_of(kinds, IsOfAPlan);
  if (of_plan && kinds.size() >= kManyMeasures && !IsOrder(text)) return true;
  return IsSummary(of_plan ? WithoutHeading(text) : text);
}

}  // namespace

bool IsRunStatistics(const Fact& fact) {
  if (fact.key.starts_with(kShapeKey)) return true;
  return fact.category == FactCategory::kSuccessPattern && fact.from.voice != Voice::kPerson &&
         IsMeasuredRun(fact.text);
}

}  // namespace forge
