#include "model/json_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kFew = 4;  // room that a container begins with: most hold no more

bool AnyRepeatedKey(const Json::Object& members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (members[i].first == members[j].first) return true;
    }
  }
  return false;
}

// Two names with different marks differ.
std::uint64_t MarkOf(const std::string& name) {
  if (name.empty()) return 1;
  const auto first = static_cast<unsigned char>(name.front());
  const auto last = static_cast<unsigned char>(name.back());
  return std::uint64_t{1} << ((name.size() * 7 + first * 3U + last * 5U) % 64);
}

constexpr bool IsPlainByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// The first byte that does not stand for itself in a string: a quote, a backslash, a control character, or one above
// ASCII. Eight bytes at a time: the lowest marked byte of a word is right, which is all that is used.
const char* SkipPlain(const char* at, const char* end) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    while (end - at >= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      const std::uint64_t quote = (word ^ (kOnes * '"')) - kOnes;
      const std::uint64_t backslash = (word ^ (kOnes * '\\')) - kOnes;
      const std::uint64_t marked = (word | (word - kOnes * 0x20) | quote | backslash) & kHighs;
      if (marked != 0) return at + std::countr_zero(marked) / 8;
      at += sizeof word;
    }
  }
  while (at != end && IsPlainByte(*at)) ++at;
  return at;
}

void AppendCodePoint(std::string& out, std::uint32_t code) {
  auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0U | (code >> 6U));
  } else {
    if (code < 0x10000) {
      add(0xE0U | (code >> 12U));
    } else {
      add(0xF0U | (code >> 18U));
      add(0x80U | ((code >> 12U) & 0x3FU));
    }
    add(0x80U | ((code >> 6U) & 0x3FU));
  }
  add(0x80U | (code & 0x3FU));
}

}  // namespace

// Walks over the text once. A method that returns false leaves the reader useless.
class JsonReader {
 public:
  JsonReader(std::string_view text, int max_depth)
      : at_(text.data()), end_(text.data() + text.size()), depth_left_(std::max(max_depth, 0)) {}

  bool ReadWhole(Json& out) {
    Blank();
    if (!Value(out)) return false;
    Blank();
    return at_ == end_;
  }

  bool ReadItems(Json& out, std::string_view member, const TakeJsonItem& take) {
    const char* const begin = at_;
    bool streamed = false;
    Json item;
    auto read = [&](const std::string& name, Json& value) {
      if (name != member) return Value(value);
      if (std::exchange(streamed, true) || !Is('[')) return false;
      value.value_.emplace<Json::Array>();
      return Items([&] {
        if (!Value(item)) return false;
        take(item, static_cast<std::size_t>(at_ - begin));
        return true;
      });
    };
    Blank();
    if (!Is('{') || !Members(out.value_.emplace<Json::Object>(), read)) return false;
    Blank();
    return at_ == end_ && streamed;
  }

 private:
  bool Is(char c) const { return at_ != end_ && *at_ == c; }

  void Blank() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }

  bool Value(Json& out) {
    if (at_ == end_) return false;
    switch (*at_) {
      case '"': return String(out.value_.emplace<std::string>());
      case '{': {
        // An item is read into the place of the one before it.
        auto* members = std::get_if<Json::Object>(&out.value_);
        if (members != nullptr) {
          members->clear();
        } else {
          members = &out.value_.emplace<Json::Object>();
        }
        return Members(*members, [&](const std::string&, Json& value) { return Value(value); });
      }
      case '[': {
        auto& items = out.value_.emplace<Json::Array>();
        return Items([&] {
          if (items.empty()) items.reserve(kFew);
          return Value(items.emplace_back());
        });
      }
      case 't': out = Json(true); return Word("true");
      case 'f': out = Json(false); return Word("false");
      case 'n': out = Json(); return Word("null");
      default: return Number(out);
    }
  }

  bool Word(std::string_view word) {
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // `read_value` reads what follows a name, with the name and the place where the value belongs.
  template <typename ReadValue>
  bool Members(Json::Object& members, ReadValue read_value) {
    std::uint64_t marks = 0;
    bool may_repeat = false;
    auto one = [&] {
      if (members.empty()) members.reserve(kFew);
      auto& [name, value] = members.emplace_back();
      if (!Is('"') || !String(name)) return false;
      Blank();
      if (!Is(':')) return false;
      ++at_;
      Blank();
      const std::uint64_t mark = MarkOf(name);
      may_repeat |= (marks & mark) != 0;
      marks |= mark;
      return read_value(name, value);
    };
    if (!Listed('}', one)) return false;
    if (may_repeat) DropRepeatedKeys(members);
    return true;
  }

  template <typename ReadItem>
  bool Items(ReadItem read_item) {
    return Listed(']', read_item);
  }

  // From the opening mark to behind the closing one, with commas between.
  template <typename ReadOne>
  bool Listed(char close, ReadOne& read_one) {
    if (depth_left_ == 0) return false;
    --depth_left_;
    ++at_;
    Blank();
    if (!Is(close)) {
      while (true) {
        if (!read_one()) return false;
        Blank();
        if (!Is(',')) break;
        ++at_;
        Blank();
      }
      if (!Is(close)) return false;
    }
    ++at_;
    ++depth_left_;
    return true;
  }

  bool String(std::string& out) {
    const char* from = ++at_;
    at_ = SkipPlain(at_, end_);
    if (Is('"')) {
      out.assign(from, static_cast<std::size_t>(at_++ - from));
      return true;
    }
    out.clear();
    for (;; at_ = SkipPlain(at_, end_)) {
      out.append(from, static_cast<std::size_t>(at_ - from));
      if (at_ == end_) return false;
      from = at_;
      if (*at_ == '"') {
        ++at_;
        return true;
      }
      if (*at_ == '\\') {
        if (!Escape(out)) return false;
        from = at_;
      } else {
        const std::size_t length = Utf8Length({at_, static_cast<std::size_t>(end_ - at_)});
        if (length < 2) return false;  // a control character, or no UTF-8
        at_ += length;
      }
    }
  }

  bool Escape(std::string& out) {
    if (end_ - at_ < 2) return false;
    const char c = at_[1];
    at_ += 2;
    switch (c) {
      case '"':
      case '\\':
      case '/': out += c; return true;
      case 'b': out += '\b'; return true;
      case 'f': out += '\f'; return true;
      case 'n': out += '\n'; return true;
      case 'r': out += '\r'; return true;
      case 't': out += '\t'; return true;
      case 'u': break;
      default: return false;
    }
    std::uint32_t code = 0;
    if (!Hex(code)) return false;
    if (code >= 0xD800 && code < 0xE000) {
      std::uint32_t low = 0;
      if (code >= 0xDC00 || !Word("\\u") || !Hex(low) || low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
    }
    AppendCodePoint(out, code);
    return true;
  }

  bool Hex(std::uint32_t& code) {
    constexpr std::ptrdiff_t kDigits = 4;
    if (end_ - at_ < kDigits) return false;
    const auto [stop, error] = std::from_chars(at_, at_ + kDigits, code, 16);
    const bool whole = error == std::errc() && stop == at_ + kDigits;
    at_ += kDigits;
    return whole;
  }

  bool Digits() {
    const char* const begin = at_;
    while (at_ != end_ && IsDigit(*at_)) ++at_;
    return at_ != begin;
  }

  bool Number(Json& out) {
    const char* const begin = at_;
    if (Is('-')) ++at_;
    if (Is('0')) {
      ++at_;
    } else if (!Digits()) {
      return false;
    }
    bool whole = true;
    if (Is('.')) {
      whole = false;
      ++at_;
      if (!Digits()) return false;
    }
    if (Is('e') || Is('E')) {
      whole = false;
      ++at_;
      if (Is('+') || Is('-')) ++at_;
      if (!Digits()) return false;
    }
    std::int64_t integer = 0;
    if (whole && std::from_chars(begin, at_, integer).ec == std::errc()) {
      out = Json(integer);
      return true;
    }
    double number = 0;
    if (std::from_chars(begin, at_, number).ec != std::errc()) return false;
    out = Json(number);
    return true;
  }

  const char* at_;
  const char* end_;
  int depth_left_;
};

// Sorting avoids quadratic time for an object of a million members; for a handful, comparing all pairs is faster.
void DropRepeatedKeys(Json::Object& members) {
  constexpr std::size_t kHandful = 12;
  if (members.size() <= kHandful && !AnyRepeatedKey(members)) return;
  std::vector<std::size_t> sorted(members.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    int order = members[a].first.compare(members[b].first);
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<bool> dropped(members.size());
  std::size_t first = sorted[0];
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (members[sorted[i]].first == members[first].first) {
      members[first].second = std::move(members[sorted[i]].second);
      dropped[sorted[i]] = true;
    } else {
      first = sorted[i];
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (dropped[i]) continue;
    if (kept != i) members[kept] = std::move(members[i]);
    ++kept;
  }
  members.resize(kept);
}

std::optional<Json> ReadSoundJson(std::string_view text, int max_depth) {
  Json value;
  if (!JsonReader(text, max_depth).ReadWhole(value)) return std::nullopt;
  return value;
}

std::optional<Json> ReadJsonItems(std::string_view text, std::string_view member, const TakeJsonItem& take) {
  Json value;
  if (!JsonReader(text, kMaxJsonDepth).ReadItems(value, member, take)) return std::nullopt;
  return value;
}

}  // namespace forge
