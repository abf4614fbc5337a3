#include "model/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/strings.h"

namespace forge {
namespace {

constinit const Json kNull;
constinit const Json::Array kEmptyArray;
constinit const Json::Object kEmptyObject;

// True for the bytes of a string that are written as they are.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

void AppendEscape(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  auto code = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHex[code >> 4U];
  out += kHex[code & 0xFU];
}

void AppendString(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    auto stop = std::find_if(text.begin(), text.end(), [](char c) { return !kPlain[static_cast<unsigned char>(c)]; });
    auto plain = static_cast<std::size_t>(stop - text.begin());
    out.append(text.data(), plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    std::size_t length = Utf8Length(text);
    if (length > 1) {
      out.append(text.data(), length);
    } else if (length == 1) {
      AppendEscape(out, text[0]);
    } else {
      out += "\xEF\xBF\xBD";
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out += '"';
}

void AppendInt(std::string& out, std::int64_t value) {
  std::array<char, 24> digits;
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out.append(digits.data(), end);
}

void AppendDouble(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  std::array<char, 32> digits;
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out += text;
  // "1" would come back as an integer.
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void AppendBreak(std::string& out, int indent, int depth) {
  if (indent < 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
}

std::optional<std::int64_t> WholeNumber(double value) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (!(value >= -kLimit && value < kLimit) || std::trunc(value) != value) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

}  // namespace

std::string_view Json::type_name() const {
  constexpr std::array<std::string_view, 7> kNames = {"null",   "boolean", "integer", "number",
                                                      "string", "array",   "object"};
  static_assert(kNames.size() == std::variant_size_v<Value>);
  return kNames[value_.index()];
}

bool Json::AsBool(bool fallback) const {
  const bool* value = std::get_if<bool>(&value_);
  return value ? *value : fallback;
}

std::int64_t Json::AsInt(std::int64_t fallback) const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
  if (const auto* value = std::get_if<double>(&value_)) return WholeNumber(*value).value_or(fallback);
  return fallback;
}

double Json::AsDouble(double fallback) const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  return fallback;
}

const std::string& Json::AsString() const {
  static const std::string kEmptyString;
  const auto* value = std::get_if<std::string>(&value_);
  return value ? *value : kEmptyString;
}

std::string Json::AsString(std::string_view fallback) const {
  const auto* value = std::get_if<std::string>(&value_);
  return value ? *value : std::string(fallback);
}

const Json::Array& Json::AsArray() const {
  const auto* value = std::get_if<Array>(&value_);
  return value ? *value : kEmptyArray;
}

const Json::Object& Json::AsObject() const {
  const auto* value = std::get_if<Object>(&value_);
  return value ? *value : kEmptyObject;
}

const Json& Json::operator[](std::string_view key) const {
  const Json* member = Find(key);
  return member ? *member : kNull;
}

const Json* Json::Find(std::string_view key) const {
  const auto* members = std::get_if<Object>(&value_);
  if (!members) return nullptr;
  for (const auto& [name, value] : *members) {
    if (name == key) return &value;
  }
  return nullptr;
}

Json& Json::Set(std::string key, Json value) {
  if (is_null()) value_ = Object{};
  CHECK(is_object());
  auto& members = std::get<Object>(value_);
  auto found = std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == key; });
  if (found == members.end()) {
    members.emplace_back(std::move(key), std::move(value));
  } else {
    found->second = std::move(value);
  }
  return *this;
}

Json& Json::Append(Json value) {
  if (is_null()) value_ = Array{};
  CHECK(is_array());
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

const Json* Json::FindPath(std::string_view path) const {
  const Json* at = this;
  if (path.empty()) return at;
  for (std::string_view part : Split(path, '.')) {
    if (at->is_array()) {
      bool digits = !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
      std::optional<std::int64_t> index = digits ? ParseInt(part) : std::nullopt;
      const Array& items = at->AsArray();
      at = index && std::cmp_less(*index, items.size()) ? &items[static_cast<std::size_t>(*index)] : nullptr;
    } else {
      at = at->Find(part);
    }
    if (!at) return nullptr;
  }
  return at;
}

std::string Json::Dump(int indent) const {
  std::string out;
  if (is_object() || is_array()) out.reserve(256);
  AppendTo(out, indent, 0);
  return out;
}

void Json::DumpTo(std::string& out, int indent) const { AppendTo(out, indent, 0); }

void Json::AppendTo(std::string& out, int indent, int depth) const {
  struct Writer {
    std::string& out;
    int indent;
    int depth;

    void operator()(std::monostate) const { out += "null"; }
    void operator()(bool value) const { out += value ? "true" : "false"; }
    void operator()(std::int64_t value) const { AppendInt(out, value); }
    void operator()(double value) const { AppendDouble(out, value); }
    void operator()(const std::string& value) const { AppendString(out, value); }
    void operator()(const Array& items) const {
      out += '[';
      for (const Json& item : items) {
        if (&item != items.data()) out += ',';
        AppendBreak(out, indent, depth + 1);
        item.AppendTo(out, indent, depth + 1);
      }
      if (!items.empty()) AppendBreak(out, indent, depth);
      out += ']';
    }
    void operator()(const Object& members) const {
      out += '{';
      for (const auto& member : members) {
        if (&member != members.data()) out += ',';
        AppendBreak(out, indent, depth + 1);
        AppendString(out, member.first);
        out += indent < 0 ? ":" : ": ";
        member.second.AppendTo(out, indent, depth + 1);
      }
      if (!members.empty()) AppendBreak(out, indent, depth);
      out += '}';
    }
  };
  std::visit(Writer{out, indent, depth}, value_);
}

}  // namespace forge
