#include "pipeline/toml.h"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMaxBytes = 1 << 20;
constexpr int kMaxKeyParts = 8;

SourcePos Pos(const toml::source_position& pos) { return {static_cast<int>(pos.line), static_cast<int>(pos.column)}; }

// Walks over a text the way TOML's lexer does, only as far as needed to find dotted keys: a key `a.a.a...` of many
// thousand parts becomes a table as deep, and toml++ destroys tables recursively.
class KeyDepthScan {
 public:
  explicit KeyDepthScan(std::string_view text) : text_(text) {}

  std::optional<SourcePos> FindTooDeep() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        SkipString(c);
        continue;
      }
      if (c == '#') {
        SkipTo('\n');
        continue;
      }
      if (c == '.') {
        if (++parts_ > kMaxKeyParts) return Here();
      } else if (!IsKeyChar(c)) {
        parts_ = 1;
      }
      ++at_;
    }
    return std::nullopt;
  }

 private:
  static bool IsKeyChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
  }

  void SkipTo(char end) { at_ = std::min(text_.find(end, at_), text_.size()); }

  void SkipString(char quote) {
    const std::string three(3, quote);
    const bool multi = text_.substr(at_, 3) == three;
    at_ += multi ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\' && quote == '"') {
        at_ = std::min(at_ + 2, text_.size());
      } else if (multi && text_.substr(at_, 3) == three) {
        at_ += 3;
        // Up to two quotes may stand right before the closing three.
        for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) ++at_;
        return;
      } else if (!multi && (text_[at_] == quote || text_[at_] == '\n')) {
        ++at_;
        return;
      } else {
        ++at_;
      }
    }
  }

  SourcePos Here() const {
    const std::string_view before = text_.substr(0, at_);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = at_ - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return {static_cast<int>(line), static_cast<int>(column)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int parts_ = 1;
};

class Converter {
 public:
  explicit Converter(std::string_view text) : lines_(Lines(text)) {}

  TomlValue Convert(const toml::node& node) const {
    TomlValue value;
    value.begin = Pos(node.source().begin);
    value.end = Pos(node.source().end);
    node.visit([&](const auto& typed) { Fill(value, typed); });
    return value;
  }

 private:
  void Fill(TomlValue& value, const toml::table& table) const {
    value.type = TomlValue::Type::kTable;
    value.members.reserve(table.size());
    for (auto&& [key, node] : table) {
      value.members.push_back({std::string(key.str()), Pos(key.source().begin), Convert(node)});
    }
    std::ranges::stable_sort(value.members, {},
                             [](const TomlMember& m) { return std::tuple(m.pos.line, m.pos.column); });
  }

  void Fill(TomlValue& value, const toml::array& array) const {
    value.type = TomlValue::Type::kArray;
    value.items.reserve(array.size());
    for (const toml::node& node : array) value.items.push_back(Convert(node));
  }

  void Fill(TomlValue& value, const toml::value<std::string>& text) const {
    value.type = TomlValue::Type::kString;
    value.text = text.get();
    value.text_line = FirstTextLine(value.begin);
  }

  void Fill(TomlValue& value, const toml::value<std::int64_t>& integer) const {
    value.type = TomlValue::Type::kInteger;
    value.integer = integer.get();
    value.number = static_cast<double>(integer.get());
  }

  void Fill(TomlValue& value, const toml::value<double>& number) const {
    value.type = TomlValue::Type::kFloat;
    value.number = number.get();
  }

  void Fill(TomlValue& value, const toml::value<bool>& boolean) const {
    value.type = TomlValue::Type::kBoolean;
    value.boolean = boolean.get();
  }

  template <typename Time>
  void Fill(TomlValue& value, const toml::value<Time>&) const {
    value.type = TomlValue::Type::kTime;
  }

  // TOML drops a line break right after the opening quotes of a multi-line string.
  int FirstTextLine(SourcePos begin) const {
    if (begin.line < 1 || static_cast<std::size_t>(begin.line) > lines_.size()) return begin.line;
    const std::string_view line = lines_[static_cast<std::size_t>(begin.line - 1)];
    std::size_t at = 0;
    for (int column = 1; column < begin.column && at < line.size(); ++column) {
      do ++at;
      while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0) == 0x80);
    }
    const std::string_view rest = line.substr(at);
    return rest == "\"\"\"" || rest == "'''" ? begin.line + 1 : begin.line;
  }

  std::vector<std::string_view> lines_;
};

}  // namespace

const TomlMember* TomlValue::Find(std::string_view key) const {
  const auto found = std::ranges::find(members, key, &TomlMember::key);
  return found == members.end() ? nullptr : &*found;
}

std::string_view TypeName(TomlValue::Type type) {
  switch (type) {
    case TomlValue::Type::kString: return "a string";
    case TomlValue::Type::kInteger: return "an integer";
    case TomlValue::Type::kFloat: return "a number";
    case TomlValue::Type::kBoolean: return "true or false";
    case TomlValue::Type::kTime: return "a date or time";
    case TomlValue::Type::kArray: return "a list";
    case TomlValue::Type::kTable: return "a table";
  }
  return "a value";
}

std::expected<TomlValue, TomlError> ParseToml(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return std::unexpected(TomlError{{1, 1}, fmt::format("the file is too large: {} bytes", text.size())});
  }
  if (auto pos = KeyDepthScan(text).FindTooDeep()) {
    return std::unexpected(TomlError{*pos, fmt::format("a key has more than {} parts", kMaxKeyParts)});
  }
  try {
    const toml::table table = toml::parse(text);
    return Converter(text).Convert(table);
  } catch (const toml::parse_error& error) {
    return std::unexpected(TomlError{Pos(error.source().begin), ValidUtf8(error.description())});
  }
}

}  // namespace forge
