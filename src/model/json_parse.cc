// The one source that includes nlohmann's header. It decides about what the quick reader (json_reader.h) does not take,
// and says what is wrong. Does not know how values are written.
#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "model/json.h"
#include "model/json_reader.h"

namespace forge {
namespace {

constexpr std::size_t kLongestReason = 300;  // the parser quotes the token it stumbled over, however long

// "line 2, column 7 (byte 31)" for the byte that was read last, counted from 1.
std::string PlaceOf(std::string_view text, std::size_t byte) {
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

Result<Json> ParseJson(std::string_view text, int max_depth) {
  if (auto sound = ReadSoundJson(text, max_depth)) return *std::move(sound);
  return ParseJsonSlowly(text, max_depth);
}

Result<Json> ParseJsonSlowly(std::string_view text, int max_depth) {
  JsonBuilder builder(max_depth);
  bool read = false;
  try {
    read = nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder);
  } catch (const std::exception& error) {
    return Fail(Code::kInvalid, fmt::format("cannot read JSON: {}", error.what()));
  }
  if (read) {
    // The library takes a NUL for the end and would pass over whatever follows.
    std::size_t nul = text.find('\0');
    if (nul == std::string_view::npos) return std::move(builder.root());
    return Fail(Code::kInvalid, fmt::format("JSON, {}: a NUL byte", PlaceOf(text, nul + 1)));
  }
  if (builder.too_deep()) {
    return Fail(Code::kInvalid, fmt::format("JSON, {}: nested deeper than {}",
                                            PlaceOf(text, DepthExceededAt(text, max_depth)), max_depth));
  }
  return Fail(Code::kInvalid, fmt::format("JSON, {}: {}", PlaceOf(text, builder.position()), builder.reason()));
}

}  // namespace forge
