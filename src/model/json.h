// A JSON value with ordered members. The parser behind it is nlohmann's, seen by json.cc only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace forge {

class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value_(value) {}
  Json(std::size_t value) : value_(static_cast<std::int64_t>(value)) {}
  Json(double value) : value_(value) {}
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

  // The value, or the fallback when it is of another type.
  bool AsBool(bool fallback = false) const;
  std::int64_t AsInt(std::int64_t fallback = 0) const;
  double AsDouble(double fallback = 0) const;
  const std::string& AsString() const;  // "" when not a string
  std::string AsString(std::string_view fallback) const;
  const Array& AsArray() const;    // empty when not an array
  const Object& AsObject() const;  // empty when not an object

  // A member, or null when absent or when this is no object.
  const Json& operator[](std::string_view key) const;
  const Json* Find(std::string_view key) const;
  bool Has(std::string_view key) const { return Find(key) != nullptr; }
  // Sets (or replaces) a member; a null value becomes an object first. Returns *this for chaining.
  Json& Set(std::string key, Json value);
  Json& Append(Json value);

  // A dotted path such as "task.summaries.plan.verdict" or "items.0"; nullptr where a part is missing.
  const Json* FindPath(std::string_view path) const;

  std::string Dump(int indent = -1) const;  // -1: one line. Invalid UTF-8 is replaced.

  bool operator==(const Json&) const = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

// Nesting deeper than 256 is refused, so no input can exhaust the stack.
Result<Json> ParseJson(std::string_view text);

}  // namespace forge
