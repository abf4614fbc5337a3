// A JSON value with ordered members. It is read by json_reader.cc and json_parse.cc.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace forge {

// Any integer but the character types, which would be taken for text by the reader.
template <typename T>
concept JsonInteger =
    std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
    !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>;

// Integers beyond 64 bits signed are kept as the nearest double.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(std::nullptr_t) {}
  // Constrained, so that no pointer quietly becomes `true`.
  template <std::same_as<bool> T>
  Json(T value) : value_(value) {}
  template <JsonInteger T>
  Json(T value) : value_(FromInteger(value)) {}
  template <std::floating_point T>
  Json(T value) : value_(static_cast<double>(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(Array value) : value_(std::move(value)) {}
  Json(Object value) : value_(std::move(value)) {}

  static Json MakeArray() { return Json(Array{}); }
  static Json MakeObject() { return Json(Object{}); }

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_int() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_double() const { return std::holds_alternative<double>(value_); }
  bool is_number() const { return is_int() || is_double(); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  std::string_view type_name() const;  // "null", "boolean", "integer", "number", "string", "array", "object"

  // The value, or the fallback when it is of another type. A whole double is an integer
  // (models write 3.0 for 3), and an integer is a double.
  bool AsBool(bool fallback = false) const;
  std::int64_t AsInt(std::int64_t fallback = 0) const;
  double AsDouble(double fallback = 0) const;
  const std::string& AsString() const;  // "" when not a string
  std::string AsString(std::string_view fallback) const;
  const Array& AsArray() const;    // empty when not an array
  const Object& AsObject() const;  // empty when not an object

  // The value itself, to change it or to move from it; nullptr when of another type.
  std::string* IfString() { return std::get_if<std::string>(&value_); }
  Array* IfArray() { return std::get_if<Array>(&value_); }
  Object* IfObject() { return std::get_if<Object>(&value_); }

  // A member, or null when absent or when this is not an object.
  const Json& operator[](std::string_view key) const;
  const Json* Find(std::string_view key) const;  // nullptr likewise
  bool Has(std::string_view key) const { return Find(key) != nullptr; }
  // Sets (or replaces, in its place) a member; a null value becomes an object first. Returns *this for
  // chaining. Looks the key up one by one: for records, not for tables of thousands.
  Json& Set(std::string key, Json value);
  Json& Append(Json value);  // likewise, with arrays

  // A dotted path such as "task.summaries.plan.verdict" or "items.0"; nullptr where a part is missing.
  // The empty path is this value.
  const Json* FindPath(std::string_view path) const;

  // Valid JSON always. -1: one line. Invalid UTF-8 is replaced; inf and nan become null.
  std::string Dump(int indent = -1) const;
  void DumpTo(std::string& out, int indent = -1) const;  // appends

  bool operator==(const Json&) const = default;  // the order of members counts; 1 is not 1.0

 private:
  friend class JsonBuilder;
  friend class JsonReader;
  using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object>;

  template <JsonInteger T>
  static Value FromInteger(T value) {
    if (std::in_range<std::int64_t>(value)) return Value(static_cast<std::int64_t>(value));
    return Value(static_cast<double>(value));
  }
  void AppendTo(std::string& out, int indent, int depth) const;

  Value value_;
};

inline constexpr int kMaxJsonDepth = 256;

// One JSON value and nothing after it. Of members with the same name the last one counts. Nesting deeper than
// `max_depth` is refused, so no input can exhaust the stack; give less for what will be stored inside another value.
// The error says line, column and byte.
Result<Json> ParseJson(std::string_view text, int max_depth = kMaxJsonDepth);
// The same, by nlohmann's parser alone: for ParseJson, and for tests that hold the two against each other.
Result<Json> ParseJsonSlowly(std::string_view text, int max_depth = kMaxJsonDepth);

}  // namespace forge
