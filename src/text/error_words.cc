#include "text/error_words.h"

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

// Whether a new word begins at `at` although no separator stands there: rateLimit, APIError.
bool IsHump(std::string_view text, std::size_t at) {
  if (at == 0 || !IsUpper(text[at])) return false;
  if (IsLower(text[at - 1])) return true;
  return IsUpper(text[at - 1]) && at + 1 < text.size() && IsLower(text[at + 1]);
}

bool IsApostrophe(std::string_view text, std::size_t at) {
  return text[at] == '\'' || text.substr(at).starts_with("\xE2\x80\x99");
}

std::string Normalise(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (IsApostrophe(text, at)) {
      at += c == '\'' ? 0 : 2;
    } else if (!IsLetterOrDigit(c)) {
      if (!out.ends_with(' ')) out += ' ';
    } else {
      if (IsHump(text, at)) out += ' ';
      out += IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return out;
}

bool IsThreeDigits(std::string_view word) {
  return word.size() == 3 && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsUnit(std::string_view word) {
  return IsOneOf(word, {"ms",     "s",     "sec",   "secs", "second", "seconds",  "min",       "minutes",
                        "hours",  "bytes", "kb",    "mb",   "gb",     "files",    "lines",     "tests",
                        "tokens", "times", "items", "rows", "errors", "warnings", "characters"});
}

// (503) and [503], with nothing else in the brackets.
std::vector<int> BracketedStatuses(std::string_view text) {
  std::vector<int> found;
  for (std::size_t at = text.find_first_of("(["); at != std::string_view::npos; at = text.find_first_of("([", at + 1)) {
    char close = text[at] == '(' ? ')' : ']';
    if (at + 4 < text.size() && text[at + 4] == close && IsThreeDigits(text.substr(at + 1, 3))) {
      found.push_back(static_cast<int>(ParseInt(text.substr(at + 1, 3)).value_or(0)));
    }
  }
  return found;
}

}  // namespace

ErrorWords::ErrorWords(std::string_view text) : text_(Normalise(text)), statuses_(BracketedStatuses(text)) {
  for (std::string_view word : Split(text_, ' ')) {
    if (!word.empty()) words_.push_back(word);
  }
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (IsThreeDigits(words_[i]) && IsStatus(i)) statuses_.push_back(static_cast<int>(ParseInt(words_[i]).value_or(0)));
  }
}

// A number is a status only next to a word that says so: shortly before it with nothing else in between, or "error"
// after it. A number that counts something is not.
bool ErrorWords::IsStatus(std::size_t at) const {
  constexpr std::size_t kReach = 4;
  std::string_view next = at + 1 < words_.size() ? words_[at + 1] : std::string_view{};
  if (IsUnit(next)) return false;
  bool said = next == "error";
  for (std::size_t back = 1; back <= kReach && back <= at; ++back) {
    std::string_view word = words_[at - back];
    if (IsOneOf(word, {"exit", "line", "port", "errno", "pid"})) return false;
    if (IsOneOf(word, {"status", "code", "http", "https", "error"})) {
      said = true;
    } else if (!IsOneOf(word, {"is", "was", "of", "with", "response", "returned", "server", "api", "a", "an", "1", "2",
                               "0"})) {
      break;
    }
  }
  return said;
}

bool ErrorWords::HasAny(std::string_view patterns) const {
  const auto all = SplitList(patterns);
  return std::ranges::any_of(all, [&](std::string_view pattern) { return Has(pattern); });
}

bool ErrorWords::HasStatus(int first, int last) const {
  return std::any_of(statuses_.begin(), statuses_.end(), [=](int code) { return first <= code && code <= last; });
}

bool ErrorWords::MatchesAt(std::size_t at, std::string_view pattern) const {
  constexpr std::size_t kGap = 3;
  while (!pattern.empty()) {
    std::size_t end = std::min(pattern.find(' '), pattern.size());
    std::string_view wanted = pattern.substr(0, end);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
    if (wanted == "..") {
      for (std::size_t skipped = 0; skipped <= kGap; ++skipped) {
        if (MatchesAt(at + skipped, pattern)) return true;
      }
      return false;
    }
    if (at >= words_.size()) return false;
    bool fits =
        wanted.ends_with('*') ? words_[at].starts_with(wanted.substr(0, wanted.size() - 1)) : words_[at] == wanted;
    if (!fits) return false;
    ++at;
  }
  return true;
}

bool ErrorWords::Has(std::string_view pattern) const {
  for (std::size_t at = 0; at < words_.size(); ++at) {
    if (MatchesAt(at, pattern)) return true;
  }
  return false;
}

}  // namespace forge
