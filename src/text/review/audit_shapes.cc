#include "text/review/audit_shapes.h"

#include <algorithm>

#include "base/strings.h"
#include "text/lines.h"
#include "text/prose.h"
#include "text/review/audit_evidence.h"

namespace forge {
namespace {

constexpr std::size_t kLongestBracket = 40;
constexpr std::size_t kLongestLevel = 16;
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kMarkup = " \t*_`~\"')]";

bool IsNoun(std::string_view word) {
  return IsOneOf(word, {"severity", "priority", "risk", "concern", "concerns", "issue", "issues", "finding", "findings",
                        "problem", "problems", "item", "items", "objection", "objections"});
}

bool IsProblem(std::string_view word) {
  return IsOneOf(word, {"concern", "concerns", "issue", "issues", "finding", "findings", "problem", "problems",
                        "objection", "objections"});
}

bool IsCountWord(std::string_view word) {
  return IsOneOf(word, {"a", "an", "another", "one", "two", "three", "four", "five", "several", "multiple", "some"});
}

// Words that turn "high severity issues" into something that is not there, or not any more.
bool IsDenial(std::string_view word) {
  return IsOneOf(word, {"no",        "not",      "none",       "zero",     "0",      "without", "never",  "neither",
                        "nor",       "any",      "if",         "resolved", "closed", "fixed",   "former", "mitigated",
                        "addressed", "previous", "previously", "earlier",  "prior",  "cleared", "were",   "was",
                        "could",     "would",    "might",      "levels",   "longer", "nothing", "t"});
}

std::string_view SkipAll(std::string_view text, std::string_view set) {
  return text.substr(std::min(text.find_first_not_of(set), text.size()));
}

std::string_view FirstWord(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && IsLetterOrDigit(text[end])) ++end;
  return text.substr(0, end);
}

std::optional<Severity> LevelWord(std::string_view word) {
  return word.size() <= kLongestLevel ? SeverityWord(Lower(word)) : std::nullopt;
}

bool IsNounWord(std::string_view word) { return word.size() <= kLongestLevel && IsNoun(Lower(word)); }

// The sentence around a position, within the line and a limited distance.
std::string_view SentenceAround(std::string_view line, std::size_t at) {
  constexpr std::size_t kReach = 200;
  constexpr std::string_view kEnds = ".;!?";
  std::size_t from = at > kReach ? at - kReach : 0;
  std::size_t stop = line.substr(from, at - from).find_last_of(kEnds);
  if (stop != std::string_view::npos) from += stop + 1;
  // "No high ones, but ...": what comes before is not said of what comes after.
  const std::string before = Lower(line.substr(from, at - from));
  std::size_t turn = 0;
  for (std::string_view word : {" but ", " except ", " however, "}) {
    if (const std::size_t found = before.rfind(word); found != std::string::npos)
      turn = std::max(turn, found + word.size());
  }
  from += turn;
  std::string_view behind = line.substr(at, kReach);
  return line.substr(from, at - from + std::min(behind.find_first_of(kEnds), behind.size()));
}

bool IsDenied(std::string_view sentence) {
  for (const std::string& word : WordsOf(sentence, 100)) {
    if (IsDenial(word)) return true;
  }
  return false;
}

// The level that the word at the beginning of `text` states: "high severity ...", "2 high, ...", "one blocking
// problem", "one is critical".
std::optional<Severity> StatedAt(std::string_view text) {
  std::string_view word = FirstWord(text);
  std::string_view rest = SkipAll(text.substr(word.size()), " \t*_`-");
  std::string_view next = FirstWord(rest);
  const bool number = IsDigits(word);
  const bool counted = number || (word.size() <= kLongestLevel && IsCountWord(Lower(word)));
  if (!counted) return EqualsIgnoreCase(next, "severity") ? LevelWord(word) : std::nullopt;
  if (number && ParseInt(word) == 0) return std::nullopt;
  rest = SkipAll(rest.substr(next.size()), " \t*_`-");
  const std::string_view third = FirstWord(rest);
  if (EqualsIgnoreCase(next, "is") || EqualsIgnoreCase(next, "are")) return LevelWord(third);
  if (!number) return third.size() <= kLongestLevel && IsProblem(Lower(third)) ? LevelWord(next) : std::nullopt;
  bool counts = rest.empty() || std::string_view(",;.)|").find(rest[0]) != std::string_view::npos;
  return counts || IsNounWord(third) ? LevelWord(next) : std::nullopt;
}

bool TakeSeparator(std::string_view& text, bool after_blank) {
  for (std::string_view mark : std::initializer_list<std::string_view>{kEmDash, kEnDash, ":", "=", "--"}) {
    if (!text.starts_with(mark)) continue;
    text.remove_prefix(mark.size());
    return true;
  }
  if (!text.starts_with('-') || !(after_blank || text.substr(1).starts_with(' '))) return false;
  text.remove_prefix(1);
  return true;
}

// "severity issues" after a level, at most two nouns, also joined by a hyphen.
std::string_view SkipNouns(std::string_view text) {
  for (int nouns = 0; nouns < 2; ++nouns) {
    std::string_view rest = SkipAll(text, text.starts_with('-') ? "-" : kMarkup);
    std::string_view word = FirstWord(rest);
    if (word.empty() || !IsNounWord(word)) break;
    text = rest.substr(word.size());
  }
  return text;
}

// What follows a level that begins a text.
std::optional<LeadingLevel> BehindLevel(Severity level, std::string_view text, bool bold_is_enough) {
  LeadingLevel leading;
  leading.level = level;
  std::string_view rest = SkipNouns(text);
  bool after_blank = !rest.empty() && IsBlank(rest.front());
  bool bold = bold_is_enough && (rest.starts_with("**") || rest.starts_with("__"));
  rest = SkipAll(rest, kMarkup);
  if (rest.starts_with('(')) {
    std::size_t close = rest.substr(0, kLongestBracket).find(')');
    if (close == std::string_view::npos) return std::nullopt;
    leading.count = ParseInt(Trim(rest.substr(1, close - 1)));
    if (!leading.count) return std::nullopt;
    rest = SkipAll(rest.substr(close), kMarkup);
  }
  leading.separated = TakeSeparator(rest, after_blank) || (bold && !rest.empty());
  if (!leading.separated && !rest.empty()) return std::nullopt;
  rest = SkipAll(rest, kMarkup);
  std::string_view number = FirstWord(rest);
  if (leading.separated && !leading.count && IsDigits(number)) {
    leading.count = ParseInt(number);
    rest.remove_prefix(number.size());
  }
  leading.value = Trim(rest);
  return leading;
}

}  // namespace

std::vector<std::string> WordsOf(std::string_view text, std::size_t most) {
  std::vector<std::string> words;
  while (!text.empty() && words.size() < most) {
    std::string_view word = FirstWord(text);
    if (!word.empty()) words.push_back(Lower(word));
    text.remove_prefix(std::max<std::size_t>(word.size(), 1));
  }
  return words;
}

std::string_view FromFirstWord(std::string_view line) {
  std::string_view bare = AfterListMarkers(line);
  while (!bare.empty()) {
    std::size_t digits = std::min(bare.find_first_not_of(kDigits), bare.size());
    bool numbering = digits > 0 && digits < bare.size() && (bare[digits] == '.' || bare[digits] == ')');
    if (!numbering && IsLetterOrDigit(bare.front())) break;
    bare.remove_prefix(numbering ? digits + 1 : 1);
  }
  return bare;
}

bool IsTitleLike(std::string_view line) {
  std::string_view bare = AfterListMarkers(line);
  if (IsListItem(line) || bare.starts_with("**") || bare.starts_with("__") || ParseHeading(line).level > 0) return true;
  return IsNounWord(FirstWord(bare));
}

std::optional<Severity> ExactLevel(std::string_view text) {
  if (text.size() > kLongestBracket) return std::nullopt;
  std::vector<std::string> words = WordsOf(text, 4);
  if (words.size() == 2 && words[0] == "non" && words[1] == "blocking") return Severity::kLow;
  if (words.size() == 2 && IsNoun(words[1])) words.pop_back();
  if (words.size() == 2 && words[0] == "severity") words.erase(words.begin());
  if (words.size() == 1) return SeverityWord(words[0]);
  // "low/medium", "low - high"
  const std::string low = Lower(FromFirstWord(text));
  std::size_t end = 0;
  const auto levels = LevelsAt(low, end);
  return levels && WordsOf(std::string_view(low).substr(end), 1).empty() ? levels : std::nullopt;
}

bool SaysNothing(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::vector<std::string> words = WordsOf(text.substr(0, std::min(text.size(), kLongest)), 5);
  if (words.empty()) return true;
  if (words.size() == 1 && IsOneOf(words[0], {"0", "zero", "no", "false", "nil", "na"})) return true;
  if (words.size() == 2 && words[0] == "n" && words[1] == "a") return true;
  if (words.size() <= 3 && IsOneOf(words[0], {"none", "nothing"})) return true;
  return words[0] == "no" && words.size() <= 4 && std::any_of(words.begin(), words.end(), IsNoun);
}

std::optional<Severity> BracketedLevel(std::string_view line, bool title_like) {
  std::optional<Severity> worst;
  std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  std::size_t last = line.size();
  while (last > 0 && !IsLetterOrDigit(line[last - 1])) --last;
  for (std::size_t at = line.find_first_of("(["); at != std::string_view::npos; at = line.find_first_of("([", at + 1)) {
    std::size_t close = line.substr(at, kLongestBracket).find(line[at] == '(' ? ')' : ']');
    if (close == std::string_view::npos) continue;
    bool placed = title_like || at == first || at + close >= last;
    auto level = placed ? ExactLevel(line.substr(at + 1, close - 1)) : std::nullopt;
    if (level && *level != Severity::kNone) worst = std::max(worst.value_or(*level), *level);
  }
  return worst;
}

std::optional<Severity> StatedLevel(std::string_view line) {
  constexpr int kMostDenials = 50;  // a line with more is not a sentence, and each one costs time
  std::optional<Severity> worst;
  int denials = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (!IsLetterOrDigit(line[at]) || (at > 0 && IsLetterOrDigit(line[at - 1]))) continue;
    auto level = StatedAt(line.substr(at));
    if (!level || *level < Severity::kMedium || worst >= level) continue;
    if (denials < kMostDenials && IsDenied(SentenceAround(line, at))) {
      ++denials;
    } else {
      worst = level;
    }
  }
  return worst;
}

std::optional<LeadingLevel> ParseLeadingLevel(std::string_view text, bool bold_is_enough) {
  const std::string_view word = FirstWord(text);
  const auto level = LevelWord(word);
  if (!level || *level == Severity::kNone) return std::nullopt;
  const std::string low = Lower(text.substr(0, kLongestBracket));
  std::size_t end = 0;
  const auto worst = LevelsAt(low, end);
  if (worst && end > word.size()) {
    if (auto leading = BehindLevel(std::max(*level, *worst), text.substr(end), bold_is_enough)) return leading;
  }
  return BehindLevel(*level, text.substr(word.size()), bold_is_enough);
}

}  // namespace forge
