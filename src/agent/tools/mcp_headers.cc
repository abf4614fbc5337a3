#include "agent/tools/mcp_headers.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/base64.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kMirrorKey = "x-mcp-header";
constexpr std::string_view kMirrorPrefix = "Mcp-Param-";
constexpr int kDeepestMirror = 16;

// The characters of a header's name, by RFC 9110.
bool IsHeaderName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return IsLetterOrDigit(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool IsMirrorType(const Json& type) {
  if (type.is_string()) return IsOneOf(type.AsString(), {"string", "integer", "boolean"});
  const auto may = [](const Json& one) { return one.AsString() == "null" || IsMirrorType(one); };
  return std::ranges::any_of(type.AsArray(), IsMirrorType) && std::ranges::all_of(type.AsArray(), may);
}

class MirrorFinder {
 public:
  Status Look(const Json& schema) {
    if (path_.size() > kDeepestMirror) return {};
    for (const auto& [name, member] : schema["properties"].AsObject()) {
      path_.push_back(name);
      if (const Json* header = member.Find(kMirrorKey)) TRY(Add(*header, member["type"]));
      TRY(Look(member));
      path_.pop_back();
    }
    return {};
  }

  std::vector<McpMirror> Take() { return std::move(found_); }

 private:
  Status Add(const Json& header, const Json& type) {
    const std::string& name = header.AsString();
    const std::string where = Join(path_, ".");
    if (!IsHeaderName(name)) return Fail(Code::kInvalid, fmt::format("`{}` has no valid header name", where));
    if (!IsMirrorType(type)) {
      return Fail(Code::kInvalid, fmt::format("`{}` is no string, integer or boolean", where));
    }
    if (!names_.insert(Lower(name)).second) {
      return Fail(Code::kInvalid, fmt::format("`{}` has the header of another argument", where));
    }
    found_.push_back({path_, std::string(kMirrorPrefix) + name});
    return {};
  }

  std::vector<std::string> path_;
  std::set<std::string> names_;
  std::vector<McpMirror> found_;
};

std::string Plain(const Json& value) {
  if (value.is_string()) return value.AsString();
  // A model may write 3.0 for 3.
  if (value.is_double() && Json(value.AsInt()).AsDouble() == value.AsDouble()) return Json(value.AsInt()).Dump();
  return value.Dump();
}

}  // namespace

Result<std::vector<McpMirror>> FindMirrors(const Json& schema) {
  MirrorFinder finder;
  TRY(finder.Look(schema));
  return finder.Take();
}

McpHeaders MirrorArguments(const std::vector<McpMirror>& mirrors, const Json& arguments) {
  McpHeaders headers;
  for (const McpMirror& mirror : mirrors) {
    const Json* value = &arguments;
    for (const std::string& name : mirror.path) value = value == nullptr ? nullptr : value->Find(name);
    if (value != nullptr && !value->is_null()) headers.emplace_back(mirror.header, HeaderText(Plain(*value)));
  }
  return headers;
}

std::string HeaderText(std::string_view value) {
  const bool printable = std::ranges::all_of(value, [](char c) { return c >= ' ' && c <= '~'; });
  const bool whole = Trim(value).size() == value.size();
  const bool looks_encoded = value.starts_with("=?base64?") && value.ends_with("?=");
  if (printable && whole && !looks_encoded) return std::string(value);
  return "=?base64?" + Base64(value) + "?=";
}

}  // namespace forge
