#include "pipeline/table_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxItems = 1000;
constexpr std::int64_t kYearMs = 366LL * 24 * 3600 * 1000;

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

std::int64_t UnitMs(std::string_view unit) {
  if (unit == "ms") return 1;
  if (unit == "s") return 1000;
  if (unit == "m") return 60 * 1000;
  if (unit == "h") return 3600 * 1000;
  if (unit == "d") return 24 * 3600 * 1000;
  return 0;
}

}  // namespace

bool IsArtifactName(std::string_view name) {
  if (name.empty() || name.size() > 200 || name.front() == '/' || name.find("..") != std::string_view::npos)
    return false;
  const bool plain =
      std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) > 0x20 && c != '\\'; });
  const bool marked = std::ranges::any_of(name, [](char c) { return c == '.' || (c >= 'A' && c <= 'Z'); });
  return plain && marked;
}

bool IsName(std::string_view text) {
  if (text.empty() || text.size() > kMaxNameBytes || !IsNameStart(text.front())) return false;
  return std::ranges::all_of(text, [](char c) { return IsNameStart(c) || c == '_' || c == '-'; });
}

std::optional<std::int64_t> ParseDuration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::int64_t total = 0;
  while (!text.empty()) {
    const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    const auto number = ParseInt(text.substr(0, digits));
    text.remove_prefix(digits);
    const auto letters = static_cast<std::size_t>(std::ranges::find_if(text, is_digit) - text.begin());
    const std::int64_t unit = UnitMs(text.substr(0, letters));
    text.remove_prefix(letters);
    if (!number || unit == 0 || *number > kYearMs / unit) return std::nullopt;
    total += *number * unit;
    if (total > kYearMs) return std::nullopt;
  }
  return total;
}

const TomlValue* TableReader::Expect(std::string_view key, TomlValue::Type type, std::string_view wanted) {
  const TomlMember* member = table_.Find(key);
  if (!member) return nullptr;
  if (member->value.type == type) return &member->value;
  WrongType(key, member->value, wanted);
  return nullptr;
}

void TableReader::RefuseUnknown(const std::vector<std::string>& known) {
  for (const TomlMember& member : table_.members) {
    if (problems_.full()) return;
    if (std::ranges::find(known, member.key) != known.end()) continue;
    problems_.Add(member.pos, fmt::format("unknown key {} in {}", Quote(member.key), where_),
                  Suggest(member.key, known, "known keys:"));
  }
}

void TableReader::WrongType(std::string_view key, const TomlValue& value, std::string_view wanted) {
  problems_.Add(value.begin, fmt::format("`{}` of {} must be {}, not {}", key, where_, wanted, TypeName(value.type)));
}

SourcePos TableReader::ValuePos(std::string_view key) const {
  const TomlMember* member = table_.Find(key);
  return member ? member->value.begin : table_.begin;
}

SourcePos TableReader::KeyPos(std::string_view key) const {
  const TomlMember* member = table_.Find(key);
  return member ? member->pos : table_.begin;
}

void TableReader::String(std::string_view key, std::string& out) {
  const TomlValue* value = Expect(key, TomlValue::Type::kString, "a string");
  if (!value) return;
  if (Trim(value->text).empty()) {
    problems_.Add(value->begin, fmt::format("`{}` of {} is empty", key, where_), "remove the key instead");
    return;
  }
  out = value->text;
}

void TableReader::Name(std::string_view key, std::string& out) {
  const TomlValue* value = Expect(key, TomlValue::Type::kString, "a string");
  if (!value) return;
  if (!IsName(value->text)) {
    problems_.Add(value->begin, fmt::format("`{}` of {} cannot be {}", key, where_, Quote(value->text)),
                  "a name is lower-case letters, digits, - and _, at most 64, and begins with a letter or digit");
    return;
  }
  out = value->text;
}

void TableReader::Strings(std::string_view key, std::vector<std::string>& out) {
  const TomlMember* member = table_.Find(key);
  if (!member) return;
  if (member->value.type != TomlValue::Type::kArray) {
    WrongType(key, member->value, "a list of strings");
    return;
  }
  if (member->value.items.size() > kMaxItems) {
    problems_.Add(member->value.begin, fmt::format("`{}` of {} holds more than {} strings", key, where_, kMaxItems));
    return;
  }
  std::vector<std::string> texts;
  for (const TomlValue& item : member->value.items) {
    if (item.type != TomlValue::Type::kString) {
      problems_.Add(item.begin,
                    fmt::format("`{}` of {} must hold strings only, not {}", key, where_, TypeName(item.type)));
    } else if (Trim(item.text).empty()) {
      problems_.Add(item.begin, fmt::format("`{}` of {} holds an empty string", key, where_));
    } else if (std::ranges::find(texts, item.text) != texts.end()) {
      problems_.Add(item.begin, fmt::format("`{}` of {} names {} twice", key, where_, Quote(item.text)));
    } else {
      texts.push_back(item.text);
    }
  }
  out = std::move(texts);
}

void TableReader::Bool(std::string_view key, bool& out) {
  if (const TomlValue* value = Expect(key, TomlValue::Type::kBoolean, "true or false")) out = value->boolean;
}

void TableReader::Int(std::string_view key, int& out, int min, int max, std::string_view why) {
  const TomlValue* value = Expect(key, TomlValue::Type::kInteger, "an integer");
  if (!value) return;
  if (value->integer < min || value->integer > max) {
    problems_.Add(value->begin,
                  fmt::format("`{}` of {} is {}, outside {} to {}", key, where_, value->integer, min, max),
                  std::string(why));
    return;
  }
  out = static_cast<int>(value->integer);
}

void TableReader::Count(std::string_view key, std::optional<std::int64_t>& out) {
  const TomlValue* value = Expect(key, TomlValue::Type::kInteger, "an integer");
  if (!value) return;
  if (value->integer < 1) {
    problems_.Add(value->begin, fmt::format("`{}` of {} must be above 0", key, where_), "for no limit, remove the key");
    return;
  }
  out = value->integer;
}

void TableReader::Amount(std::string_view key, std::optional<double>& out) {
  const TomlMember* member = table_.Find(key);
  if (!member) return;
  const TomlValue& value = member->value;
  if (value.type != TomlValue::Type::kFloat && value.type != TomlValue::Type::kInteger) {
    WrongType(key, value, "a number");
  } else if (!std::isfinite(value.number) || value.number <= 0) {
    problems_.Add(value.begin, fmt::format("`{}` of {} must be above 0", key, where_), "for no limit, remove the key");
  } else {
    out = value.number;
  }
}

void TableReader::Duration(std::string_view key, std::int64_t& out_ms) {
  const TomlMember* member = table_.Find(key);
  if (!member) return;
  const TomlValue& value = member->value;
  std::optional<std::int64_t> ms;
  if (value.type == TomlValue::Type::kString) {
    ms = ParseDuration(value.text);
  } else if (value.type == TomlValue::Type::kInteger) {
    if (value.integer > 0 && value.integer <= kYearMs / 1000) ms = value.integer * 1000;
  } else {
    WrongType(key, value, "a duration");
    return;
  }
  if (!ms || *ms <= 0) {
    problems_.Add(value.begin, fmt::format("`{}` of {} is not a duration", key, where_),
                  "write \"90s\", \"10m\", \"1h30m\", \"500ms\" or whole seconds");
    return;
  }
  out_ms = *ms;
}

void TableReader::OneOf(std::string_view key, std::string& out, const std::vector<std::string>& known) {
  const TomlValue* value = Expect(key, TomlValue::Type::kString, "a string");
  if (!value) return;
  if (std::ranges::find(known, value->text) == known.end()) {
    problems_.Add(value->begin, fmt::format("`{}` of {} cannot be {}", key, where_, Quote(value->text)),
                  Suggest(value->text, known, "one of"));
    return;
  }
  out = value->text;
}

}  // namespace forge
