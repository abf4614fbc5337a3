#include "text/json_spans.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace forge {
namespace {

// Parsing from every brace would take quadratic time. Instead, brackets are resolved from the last to the first: the
// end of an inner bracket is already known, so the outer one skips it. A quote either opens or closes a string; a
// reading that starts with the other assumption never meets this one again. So each byte is read at most twice.
class ObjectFinder {
 public:
  explicit ObjectFinder(std::string_view text) : text_(text) {}

  std::vector<JsonSpan> Find() {
    CollectBrackets();
    for (std::size_t i = brackets_.size(); i-- > 0;) brackets_[i].end = EndOf(i);
    return Outermost();
  }

 private:
  struct Bracket {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;  // 0: no JSON starts here
  };

  static bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  char At(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  std::size_t SkipSpace(std::size_t at) const {
    while (at < text_.size() && IsSpace(text_[at])) ++at;
    return at;
  }

  void CollectBrackets() {
    constexpr std::string_view kMayFollowBracket = "]\"{[-0123456789tfn";
    for (std::size_t at = 0; at < text_.size(); ++at) {
      char c = text_[at];
      if (c != '{' && c != '[') continue;
      char next = At(SkipSpace(at + 1));
      bool may_open = c == '{' ? next == '"' || next == '}'
                               : next != '\0' && kMayFollowBracket.find(next) != std::string_view::npos;
      if (may_open) brackets_.push_back({static_cast<std::uint32_t>(at), 0});
    }
  }

  std::uint32_t EndOf(std::size_t index) const {
    std::size_t at = brackets_[index].begin;
    bool object = text_[at] == '{';
    char close = object ? '}' : ']';
    std::size_t inner = index + 1;
    at = SkipSpace(at + 1);
    if (At(at) == close) return static_cast<std::uint32_t>(at + 1);
    while (true) {
      if (object && !(String(at) && Colon(at))) return 0;
      if (!Value(at, inner)) return 0;
      at = SkipSpace(at);
      if (At(at) == close) return static_cast<std::uint32_t>(at + 1);
      if (At(at) != ',') return 0;
      at = SkipSpace(at + 1);
    }
  }

  bool Colon(std::size_t& at) const {
    at = SkipSpace(at);
    if (At(at) != ':') return false;
    at = SkipSpace(at + 1);
    return true;
  }

  bool String(std::size_t& at) const {
    if (At(at) != '"') return false;
    for (++at; at < text_.size(); ++at) {
      if (text_[at] == '"') {
        ++at;
        return true;
      }
      if (static_cast<unsigned char>(text_[at]) < 0x20) return false;
      if (text_[at] == '\\' && !Escape(at)) return false;
    }
    return false;
  }

  // At a backslash; leaves `at` on the escape's last byte. Half a surrogate pair is not an escape.
  bool Escape(std::size_t& at) const {
    constexpr std::string_view kSimple = "\"\\/bfnrt";
    if (At(at + 1) != 'u') {
      ++at;
      return At(at) != '\0' && kSimple.find(At(at)) != std::string_view::npos;
    }
    auto unit = Utf16At(at);
    if (!unit || (*unit & 0xFC00U) == 0xDC00U) return false;
    at += 5;
    if ((*unit & 0xFC00U) != 0xD800U) return true;
    auto low = Utf16At(at + 1);
    at += 6;
    return low && (*low & 0xFC00U) == 0xDC00U;
  }

  // The four hexadecimal digits after \u.
  std::optional<unsigned> Utf16At(std::size_t at) const {
    std::string_view escape = text_.substr(std::min(at, text_.size()), 6);
    unsigned value = 0;
    if (escape.size() < 6 || !escape.starts_with("\\u")) return std::nullopt;
    auto end = std::from_chars(escape.data() + 2, escape.data() + 6, value, 16).ptr;
    if (end != escape.data() + 6) return std::nullopt;
    return value;
  }

  bool Value(std::size_t& at, std::size_t& inner) const {
    switch (At(at)) {
      case '"': return String(at);
      case '{':
      case '[': return Nested(at, inner);
      case 't': return Word(at, "true");
      case 'f': return Word(at, "false");
      case 'n': return Word(at, "null");
      default: return Number(at);
    }
  }

  bool Nested(std::size_t& at, std::size_t& inner) const {
    auto first = brackets_.begin() + static_cast<std::ptrdiff_t>(inner);
    auto found =
        std::lower_bound(first, brackets_.end(), at, [](const Bracket& b, std::size_t pos) { return b.begin < pos; });
    if (found == brackets_.end() || found->begin != at || found->end == 0) return false;
    at = found->end;
    inner = static_cast<std::size_t>(found - brackets_.begin()) + 1;
    return true;
  }

  bool Word(std::size_t& at, std::string_view word) const {
    if (text_.substr(at, word.size()) != word) return false;
    at += word.size();
    return true;
  }

  bool Digits(std::size_t& at) const {
    std::size_t end = std::min(text_.find_first_not_of("0123456789", at), text_.size());
    return std::exchange(at, end) < end;
  }

  bool Number(std::size_t& at) const {
    if (At(at) == '-') ++at;
    if (At(at) == '0') {
      ++at;
    } else if (!Digits(at)) {
      return false;
    }
    if (At(at) == '.') {
      ++at;
      if (!Digits(at)) return false;
    }
    if (At(at) != 'e' && At(at) != 'E') return true;
    ++at;
    if (At(at) == '+' || At(at) == '-') ++at;
    return Digits(at);
  }

  std::vector<JsonSpan> Outermost() const {
    std::vector<JsonSpan> spans;
    for (const Bracket& bracket : brackets_) {
      bool object = text_[bracket.begin] == '{' && bracket.end != 0;
      if (object && (spans.empty() || bracket.begin >= spans.back().end)) spans.push_back({bracket.begin, bracket.end});
    }
    return spans;
  }

  std::string_view text_;
  std::vector<Bracket> brackets_;  // sorted by begin
};

}  // namespace

std::vector<JsonSpan> FindJsonObjects(std::string_view text) {
  std::size_t skipped = text.size() > kJsonSearchBytes ? text.size() - kJsonSearchBytes : 0;
  std::vector<JsonSpan> spans = ObjectFinder(text.substr(skipped)).Find();
  for (JsonSpan& span : spans) {
    span.begin += skipped;
    span.end += skipped;
  }
  return spans;
}

}  // namespace forge
