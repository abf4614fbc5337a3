#include "model/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/strings.h"

namespace forge {
namespace {

constinit const Json kNull;
constinit const std::string kEmptyString;
constinit const Json::Array kEmptyArray;
constinit const Json::Object kEmptyObject;

constexpr std::size_t kLongestReason = 300;  // the parser quotes the token it stumbled over, however long

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

bool HasRepeatedKeys(const Json::Object& members, const std::vector<std::size_t>& sorted) {
  return std::adjacent_find(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
           return members[a].first == members[b].first;
         }) != sorted.end();
}

// The last value wins and stands where its key came first, as with Set. Sorting keeps an object of a
// million members from costing its square; up to a handful, comparing all pairs is quicker.
void DropRepeatedKeys(Json::Object& members) {
  if (members.size() < 2) return;
  std::vector<std::size_t> sorted;
  if (members.size() <= 12) {
    bool repeated = false;
    for (std::size_t i = 1; i < members.size() && !repeated; ++i) {
      for (std::size_t j = 0; j < i && !repeated; ++j) repeated = members[i].first == members[j].first;
    }
    if (!repeated) return;
  }
  sorted.resize(members.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return members[a].first < members[b].first; });
  if (!HasRepeatedKeys(members, sorted)) return;
  std::vector<bool> dropped(members.size());
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t first = sorted[i];
    std::size_t next = i + 1;
    for (; next < sorted.size() && members[sorted[next]].first == members[first].first; ++next) {
      dropped[sorted[next]] = true;
    }
    if (next > i + 1) members[first].second = std::move(members[sorted[next - 1]].second);
    i = next;
  }
  Json::Object kept;
  kept.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!dropped[i]) kept.push_back(std::move(members[i]));
  }
  members = std::move(kept);
}

// "line 2, column 7 (byte 31)" for the byte that was read last, counted from 1.
std::string Place(std::string_view text, std::size_t byte) {
  std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  std::size_t line_start = before.rfind('\n');
  std::size_t column = line_start == std::string_view::npos ? before.size() + 1 : before.size() - line_start;
  return fmt::format("line {}, column {} (byte {})", 1 + std::count(before.begin(), before.end(), '\n'), column, byte);
}

// Where the nesting first exceeds `max_depth`. All before that place has been read without fault.
std::size_t DepthExceededAt(std::string_view text, int max_depth) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') quoted = true;
    if (c == ']' || c == '}') --depth;
    if ((c == '[' || c == '{') && ++depth > max_depth) return i + 1;
  }
  return text.size();
}

// The library's own text without its error number and its place, which we say in our words.
std::string Reason(std::string_view what) {
  if (std::size_t at = what.find("] "); at != std::string_view::npos) what.remove_prefix(at + 2);
  if (what.starts_with("parse error at")) {
    if (std::size_t at = what.find(": "); at != std::string_view::npos) what.remove_prefix(at + 2);
  }
  return ValidUtf8(what.size() <= kLongestReason ? what : what.substr(0, kLongestReason));
}

}  // namespace

// Receives the parser's events and puts the value together in place: a container's address is stable as
// long as it is open, because only the innermost one grows.
class JsonBuilder {
 public:
  explicit JsonBuilder(int max_depth) : max_depth_(max_depth) {}

  bool null() { return Add(Json()); }
  bool boolean(bool value) { return Add(Json(value)); }
  bool number_integer(std::int64_t value) { return Add(Json(value)); }
  bool number_unsigned(std::uint64_t value) { return Add(Json(value)); }
  bool number_float(double value, const std::string&) { return Add(Json(value)); }
  bool string(std::string& value) { return Add(Json(std::move(value))); }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return Open(Json::MakeObject()); }
  bool start_array(std::size_t) { return Open(Json::MakeArray()); }
  bool key(std::string& name) {
    std::get<Json::Object>(open_.back()->value_).emplace_back(std::move(name), Json());
    return true;
  }
  bool end_object() {
    DropRepeatedKeys(std::get<Json::Object>(open_.back()->value_));
    return end_array();
  }
  bool end_array() {
    open_.pop_back();
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    position_ = position;
    reason_ = Reason(error.what());
    return false;
  }

  Json& root() { return root_; }
  bool too_deep() const { return too_deep_; }
  std::size_t position() const { return position_; }
  const std::string& reason() const { return reason_; }

 private:
  bool Add(Json value) {
    Place(std::move(value));
    return true;
  }
  bool Open(Json container) {
    if (open_.size() >= static_cast<std::size_t>(std::max(max_depth_, 0))) {
      too_deep_ = true;
      return false;
    }
    open_.push_back(&Place(std::move(container)));
    return true;
  }
  Json& Place(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    if (auto* array = std::get_if<Json::Array>(&open_.back()->value_)) return array->emplace_back(std::move(value));
    return std::get<Json::Object>(open_.back()->value_).back().second = std::move(value);
  }

  int max_depth_;
  Json root_;
  std::vector<Json*> open_;
  bool too_deep_ = false;
  std::size_t position_ = 0;
  std::string reason_;
};

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

Result<Json> ParseJson(std::string_view text, int max_depth) {
  JsonBuilder builder(max_depth);
  try {
    if (nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder)) return std::move(builder.root());
  } catch (const std::exception& error) {
    return Fail(Code::kInvalid, fmt::format("cannot read JSON: {}", error.what()));
  }
  if (builder.too_deep()) {
    return Fail(Code::kInvalid, fmt::format("JSON, {}: nested deeper than {}",
                                            Place(text, DepthExceededAt(text, max_depth)), max_depth));
  }
  return Fail(Code::kInvalid, fmt::format("JSON, {}: {}", Place(text, builder.position()), builder.reason()));
}

}  // namespace forge
