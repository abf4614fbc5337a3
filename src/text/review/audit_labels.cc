// The label shape: the word "severity" and the level after it.
#include <algorithm>

#include "base/strings.h"
#include "text/lines.h"
#include "text/review/audit_evidence.h"
#include "text/review/audit_shapes.h"

namespace forge {
namespace {

constexpr std::string_view kSeverity = "severity";
// How far from its label, or from another one, a level may stand, so that no line costs its square.
constexpr std::size_t kWindow = 48;
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

bool IsHighByte(char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; }

bool IsOneOfThese(char c, std::string_view set) { return set.contains(c); }

// What may stand between a label and its level: markup, quotes, opening brackets, dashes, emoji.
bool IsFiller(char c) { return IsOneOfThese(c, " \t*_`~\"'[(<{:=|>-/") || IsHighByte(c); }

std::string_view WordAt(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && IsLetterOrDigit(text[end])) ++end;
  return text.substr(at, end - at);
}

std::string_view WordBefore(std::string_view text, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && IsLetterOrDigit(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

// The level at `at`, also spelled "non-blocking"; moves `at` after it.
std::optional<Severity> LevelAt(std::string_view text, std::size_t& at) {
  std::string_view word = WordAt(text, at);
  constexpr std::string_view kNonBlocking = "non-blocking";
  if (word == "non" && text.substr(at).starts_with(kNonBlocking)) {
    at += kNonBlocking.size();
    return Severity::kLow;
  }
  auto level = SeverityWord(word);
  if (level) at += word.size();
  return level;
}

// What joins two levels. A comma, a bracket or a dash between blanks may also begin a remark: "low - high load is
// rare".
class Joiner {
 public:
  Joiner(std::string_view text, std::size_t at) : text_(text), from_(at), at_(at) {}

  // Moves to the other level; false: none follows.
  bool Skip() {
    const std::size_t limit = std::min(from_ + kWindow, text_.size());
    while (at_ < limit) {
      if (const std::string_view word = WordAt(text_, at_); !word.empty()) {
        if (SeverityWord(word) || word == "non") return joined_ || sure_;
        if (!TakeWord(word)) return false;
      } else if (!TakeMark()) {
        return false;
      }
    }
    return false;
  }

  std::size_t at() const { return at_; }
  bool sure() const { return sure_; }

 private:
  bool TakeWord(std::string_view word) {
    if (!IsOneOf(word, {"or", "to", "maybe", "perhaps", "possibly", "probably", "and", "on", "borderline", "bordering",
                        "verging", "potentially", "even", "rather", "up", "at"}))
      return false;
    sure_ = sure_ || !IsOneOf(word, {"and", "on", "up", "at", "even", "rather"});
    joined_ = true;
    at_ += word.size();
    return true;
  }

  bool TakeMark() {
    const std::string_view rest = text_.substr(at_);
    const bool dash = rest.starts_with(kEnDash) || rest.starts_with(kEmDash);
    const bool apart = rest.starts_with(kEmDash) || (at_ > from_ && IsBlank(text_[at_ - 1]));
    if (rest.starts_with(kNoBreakSpace)) {
      at_ += kNoBreakSpace.size();
    } else if (dash || rest.starts_with('-')) {
      at_ += dash ? kEnDash.size() : 1;
      joined_ = true;
      sure_ = sure_ || (!apart && at_ < text_.size() && !IsBlank(text_[at_]));
    } else if (IsHighByte(rest[0]) || IsOneOfThese(rest[0], "/|~&+>") || rest.starts_with("..")) {
      while (at_ < text_.size() && (IsHighByte(text_[at_]) || text_[at_] == '.')) ++at_;
      if (!IsHighByte(rest[0]) && rest[0] != '.') ++at_;
      sure_ = true;
    } else if (IsOneOfThese(rest[0], ",(=<")) {
      ++at_;
      joined_ = true;
    } else if (IsOneOfThese(rest[0], " \t*_`\"')]{[")) {
      ++at_;
    } else {
      return false;
    }
    return true;
  }

  std::string_view text_;
  std::size_t from_;
  std::size_t at_;
  bool joined_ = false;
  bool sure_ = false;  // it can begin no remark
};

// "medium-term" is another word, "medium-high" is not.
bool IsCompound(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '-') return false;
  const std::string_view next = WordAt(text, at + 1);
  return !next.empty() && !SeverityWord(next);
}

// "high load": the level belongs to what follows.
bool BeginsPhrase(std::string_view text, std::size_t at) {
  while (at < text.size() && IsOneOfThese(text[at], " \t*_`\"'")) ++at;
  return at < text.size() && IsLetterOrDigit(text[at]);
}

bool IsOverallWord(std::string_view word) {
  return IsOneOf(word, {"max", "maximum", "overall", "highest", "worst", "final", "aggregate", "total"});
}

class LabelScan {
 public:
  explicit LabelScan(std::string_view line) : line_(line), low_(Lower(line)) {}

  SeverityLabels Run() {
    for (std::size_t at = low_.find(kSeverity); at != std::string::npos; at = low_.find(kSeverity, at + 1)) {
      std::size_t end = at + kSeverity.size();
      bool ends = end >= low_.size() || !IsLetterOrDigit(low_[end]);
      if (ends && StartsWord(at)) ReadLabel(at, end);
    }
    return found_;
  }

 private:
  // At a word's beginning, also inside maxSeverity.
  bool StartsWord(std::size_t at) const {
    if (at == 0 || !IsLetterOrDigit(line_[at - 1])) return true;
    return line_[at] == 'S' && line_[at - 1] >= 'a' && line_[at - 1] <= 'z';
  }

  void ReadLabel(std::size_t begin, std::size_t end) {
    std::size_t before = begin;
    while (before > 0 && begin - before < kWindow && IsFiller(low_[before - 1])) --before;
    std::string_view previous = WordBefore(low_, before);
    bool behind_level = SeverityWord(previous).has_value();  // "high severity: ..." is another shape

    std::size_t at = end;
    bool explicit_label = SkipFiller(at);
    std::string_view word = WordAt(low_, at);
    if (word == "level" || word == "rating" || word == "is" || word == "was") {
      at += word.size();
      explicit_label = SkipFiller(at) || explicit_label;
      word = WordAt(low_, at);
    }
    if (auto level = LevelsAt(low_, at)) return Found(*level, previous);
    if (auto level = LevelAfterColon(end)) return Found(*level, previous);
    if (word.empty() && at >= low_.size()) found_.label_only = explicit_label || IsFirstWord(begin);
    if (behind_level || !explicit_label || word.empty()) return;
    if (found_.unknown.empty() && !IsCount(at, word)) {
      found_.unknown = line_.substr(at, word.size());
    }
  }

  bool IsFirstWord(std::size_t at) const {
    return std::none_of(low_.begin(), low_.begin() + static_cast<std::ptrdiff_t>(at), IsLetterOrDigit);
  }

  // True when a colon or an equals sign was passed.
  bool SkipFiller(std::size_t& at) const {
    std::size_t limit = std::min(at + kWindow, low_.size());
    bool separator = false;
    for (; at < limit && IsFiller(low_[at]); ++at) separator = separator || low_[at] == ':' || low_[at] == '=';
    return separator;
  }

  // "By severity: 0 high, 2 low" is the business of another shape.
  bool IsCount(std::size_t at, std::string_view word) const {
    if (word.find_first_not_of("0123456789") != std::string_view::npos) return false;
    at += word.size();
    SkipFiller(at);
    return SeverityWord(WordAt(low_, at)).has_value();
  }

  // "Severity of the first concern: high", but not "Severity levels: high, medium, low".
  std::optional<Severity> LevelAfterColon(std::size_t from) const {
    std::string_view window = std::string_view(low_).substr(from, kWindow);
    std::size_t colon = window.find(':');
    if (colon == std::string_view::npos || window.substr(0, colon).find_first_of(".;,!?{}") != std::string_view::npos) {
      return std::nullopt;
    }
    for (std::string_view legend : {"levels", "scale", "key", "legend", "order"}) {
      if (window.substr(0, colon).find(legend) != std::string_view::npos) return std::nullopt;
    }
    std::size_t at = from + colon;
    SkipFiller(at);
    return LevelsAt(low_, at);
  }

  void Found(Severity level, std::string_view previous) {
    found_.worst = found_.worst ? std::max(*found_.worst, level) : level;
    found_.overall = found_.overall || IsOverallWord(previous);
  }

  std::string_view line_;
  std::string low_;
  SeverityLabels found_;
};

}  // namespace

std::optional<Severity> LevelsAt(std::string_view text, std::size_t& at) {
  auto worst = LevelAt(text, at);
  while (worst) {
    Joiner joiner(text, at);
    if (!joiner.Skip()) break;
    std::size_t end = joiner.at();
    auto other = LevelAt(text, end);
    if (!other || IsCompound(text, end) || (!joiner.sure() && BeginsPhrase(text, end))) break;
    worst = std::max(*worst, *other);
    at = end;
  }
  return worst;
}

SeverityLabels ReadSeverityLabels(std::string_view line) { return LabelScan(line).Run(); }

}  // namespace forge
