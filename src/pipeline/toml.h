// A TOML text as a tree with positions. The parser behind it is toml++, seen by toml.cc only.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/source_pos.h"

namespace forge {

struct TomlMember;

struct TomlValue {
  enum class Type { kString, kInteger, kFloat, kBoolean, kTime, kArray, kTable };

  Type type = Type::kTable;
  SourcePos begin, end;
  std::string text;   // kString
  int text_line = 0;  // where its first line stands: after the opening quotes of a multi-line string
  std::int64_t integer = 0;
  double number = 0;  // kFloat, and kInteger as a float
  bool boolean = false;
  std::vector<TomlValue> items;
  std::vector<TomlMember> members;  // in the order of the file

  const TomlMember* Find(std::string_view key) const;
};

struct TomlMember {
  std::string key;
  SourcePos pos;
  TomlValue value;
};

// "a string", "a list", ... for messages.
std::string_view TypeName(TomlValue::Type type);

struct TomlError {
  SourcePos pos;
  std::string what;
};

// The root table. Texts above 1 MiB and keys of more than 8 parts are refused: no real file has them, and toml++
// uses stack for both.
std::expected<TomlValue, TomlError> ParseToml(std::string_view text);

}  // namespace forge
