#include "text/gist.h"

#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "model/json.h"
#include "text/first_line.h"

namespace forge {
namespace {

// Without the fence around it.
std::string_view Unfenced(std::string_view text) {
  text = Trim(text);
  if (!text.starts_with("```") || !text.ends_with("```") || text.size() < 7) return text;
  const std::size_t first = text.find('\n');
  if (first == std::string_view::npos) return text;
  return Trim(text.substr(first, text.size() - 3 - first));
}

// "3 findings", "status", as a member of "holds ...".
std::string HeldIn(const std::string& name, const Json& value) {
  return value.is_array() ? std::to_string(value.AsArray().size()) + " " + name : name;
}

std::string GistOf(const Json& json, std::size_t limit) {
  if (json.is_array()) return "a list of " + Counted(static_cast<std::int64_t>(json.AsArray().size()), "item");
  for (const char* name : {"summary", "blocker", "message", "reason", "title", "description", "text", "verdict"}) {
    const std::string text = json[name].is_string() ? FirstLine(json[name].AsString(), limit) : "";
    if (!text.empty()) return text;
  }
  const Json::Object& members = json.AsObject();
  if (members.size() == 1 && members.begin()->second.is_object()) return GistOf(members.begin()->second, limit);
  std::vector<std::string> held;
  for (const auto& [name, value] : members) held.push_back(HeldIn(name, value));
  return held.empty() ? "an empty answer" : FirstLine("an answer with " + Join(held, ", "), limit);
}

}  // namespace

std::optional<std::string> GistOfJson(std::string_view answer, std::size_t limit) {
  const std::string_view body = Unfenced(answer);
  if (!body.starts_with('{') && !body.starts_with('[')) return std::nullopt;
  const auto json = ParseJson(body);
  if (!json || (!json->is_object() && !json->is_array())) return std::nullopt;
  return GistOf(*json, limit);
}

std::string Gist(std::string_view answer, std::size_t limit) {
  return GistOfJson(answer, limit).value_or(FirstLine(answer, limit));
}

}  // namespace forge
