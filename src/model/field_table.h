// A struct's JSON members as one list for both directions, so that writing and reading cannot drift apart. Members at
// their default are left out. Does not know what any member means.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/word_table.h"
#include "model/fields.h"
#include "model/json.h"
#include "model/usage.h"

namespace forge {

// Two functions stand with those that read and write a struct; the name is how messages call it:
//   constexpr std::string_view FieldsName(const Point*) { return "point"; }
//   void ListFields(const Point*, auto&& field) { field("x", &Point::x); }
enum class WhenWritten { kUnlessDefault, kAlways };

template <typename T>
Json FieldsToJson(const T& value);
template <typename T>
Result<T> FieldsFromJson(const Json& json);

namespace field_table {

template <typename T>
concept Listed = requires(const T* type) { FieldsName(type); };
template <typename T>
concept Vector = std::same_as<T, std::vector<typename T::value_type>>;
template <typename T>
concept Optional = std::same_as<T, std::optional<typename T::value_type>>;

template <typename T>
Json Encode(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return Name(value);
  } else if constexpr (std::is_same_v<T, StepId>) {
    return value.value;
  } else if constexpr (std::is_same_v<T, TimePoint>) {
    return value.ms;
  } else if constexpr (std::is_same_v<T, double>) {
    return std::isfinite(value) ? value : 0.0;  // JSON has no nan, and its null would make the record unreadable
  } else if constexpr (Optional<T>) {
    return Encode(*value);
  } else if constexpr (Vector<T>) {
    Json array = Json::MakeArray();
    for (const auto& item : value) array.Append(Encode(item));
    return array;
  } else if constexpr (std::is_same_v<T, Usage> || std::is_same_v<T, Budget>) {
    return ToJson(value);
  } else if constexpr (Listed<T>) {
    return FieldsToJson(value);
  } else {
    return value;
  }
}

template <typename T>
void Decode(FieldReader& fields, std::string_view key, T& out) {
  if constexpr (std::is_enum_v<T>) {
    fields.ReadWord(key, &ParseWord<T>, out);
  } else if constexpr (std::is_same_v<T, StepId>) {
    fields.Read(key, out.value);
  } else if constexpr (std::is_same_v<T, TimePoint>) {
    fields.Read(key, out.ms);
  } else if constexpr (std::is_same_v<T, int>) {
    std::int64_t wide = out;
    fields.Read(key, wide);
    if (!std::in_range<int>(wide)) return fields.Refuse(key, "out of range");
    out = static_cast<int>(wide);
  } else if constexpr (std::is_same_v<T, Budget>) {
    if (const Json* object = fields.Object(key)) out = BudgetFromJson(*object);
  } else if constexpr (std::is_same_v<T, std::vector<StepId>>) {
    std::vector<std::string> ids;
    fields.Read(key, ids);
    for (std::string& id : ids) out.push_back(StepId{std::move(id)});
  } else if constexpr (Optional<T>) {
    if (fields.Has(key)) Decode(fields, key, out.emplace());
  } else if constexpr (Listed<T>) {
    const Json* object = fields.Object(key);
    if (object == nullptr) return;
    Result<T> value = FieldsFromJson<T>(*object);
    if (!value) return fields.Adopt(key, value.error());
    out = *std::move(value);
  } else if constexpr (requires { requires Listed<typename T::value_type>; }) {
    fields.ReadItems(key, FieldsFromJson<typename T::value_type>, out);
  } else {
    fields.Read(key, out);
  }
}

}  // namespace field_table

template <typename T>
Json FieldsToJson(const T& value) {
  const T plain{};
  Json json = Json::MakeObject();
  ListFields(&plain, [&](const char* key, auto member, WhenWritten when = WhenWritten::kUnlessDefault) {
    const auto& field = std::invoke(member, value);
    if (when == WhenWritten::kAlways || field != std::invoke(member, plain)) json.Set(key, field_table::Encode(field));
  });
  return json;
}

template <typename T>
Result<T> FieldsFromJson(const Json& json) {
  T value;
  FieldReader fields(json, FieldsName(&value));
  ListFields(&value, [&](const char* key, auto member, WhenWritten = WhenWritten::kUnlessDefault) {
    field_table::Decode(fields, key, std::invoke(member, value));
  });
  if (!fields.status()) return std::unexpected(fields.status().error());
  return value;
}

}  // namespace forge
