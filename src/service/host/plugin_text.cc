#include "service/host/plugin_text.h"

#include <fmt/core.h>

#include "base/strings.h"

namespace forge {
namespace {

std::string Begin(bool markdown) { return markdown ? "<!-- forge:begin -->" : "# forge:begin"; }
std::string End(bool markdown) { return markdown ? "<!-- forge:end -->" : "# forge:end"; }

struct Span {
  std::size_t begin = std::string_view::npos, end = 0;
};

// With the end of its last line.
Span FindSection(std::string_view text, bool markdown) {
  Span span;
  span.begin = text.find(Begin(markdown));
  if (span.begin == std::string_view::npos) return span;
  const std::size_t last = text.find(End(markdown), span.begin);
  if (last == std::string_view::npos) return {};
  span.end = last + End(markdown).size();
  if (span.end < text.size() && text[span.end] == '\n') ++span.end;
  return span;
}

Json Without(const Json& object, std::string_view name) {
  Json rest = Json::MakeObject();
  for (const auto& [key, value] : object.AsObject()) {
    if (key != name) rest.Set(key, value);
  }
  return rest;
}

}  // namespace

std::pair<std::string, std::string> SplitFrontMatter(std::string_view text) {
  constexpr std::string_view kMark = "---\n";
  if (!text.starts_with(kMark)) return {"", std::string(text)};
  const std::size_t end = text.find(kMark, kMark.size());
  if (end == std::string_view::npos) return {"", std::string(text)};
  std::string description;
  for (std::string_view line : Lines(text.substr(kMark.size(), end - kMark.size()))) {
    if (line.starts_with("description:")) description = Trim(line.substr(12));
  }
  return {description, std::string(text.substr(end + kMark.size()))};
}

std::string WithSection(std::string_view text, std::string_view section, bool markdown) {
  const std::string ours = Begin(markdown) + "\n" + std::string(section) + End(markdown) + "\n";
  const Span span = FindSection(text, markdown);
  if (span.begin != std::string_view::npos) {
    return std::string(text.substr(0, span.begin)) + ours + std::string(text.substr(span.end));
  }
  std::string result(text);
  if (!result.empty()) result += result.ends_with('\n') ? "\n" : "\n\n";
  return result + ours;
}

std::string WithoutSection(std::string_view text, bool markdown) {
  const Span span = FindSection(text, markdown);
  if (span.begin == std::string_view::npos) return std::string(text);
  std::string_view before = text.substr(0, span.begin);
  // The blank line was ours.
  if (before.ends_with("\n\n")) before.remove_suffix(1);
  return std::string(before) + std::string(text.substr(span.end));
}

Result<std::string> WithMember(std::string_view text, std::string_view path, const Json& value) {
  Json object = TRY(ParseJson(text));
  if (!object.is_object()) return Fail(Code::kInvalid, "not a JSON object");
  const std::size_t dot = path.find('.');
  const std::string outer(path.substr(0, dot));
  Json inner = object.Has(outer) ? object[outer] : Json::MakeObject();
  if (!inner.is_object()) return Fail(Code::kInvalid, fmt::format("`{}` is not an object", outer));
  inner.Set(std::string(path.substr(dot + 1)), value);
  return object.Set(outer, std::move(inner)).Dump(2) + "\n";
}

std::optional<std::string> WithoutMember(std::string_view text, std::string_view path) {
  auto object = ParseJson(text);
  if (!object || !object->is_object()) return std::nullopt;
  const std::size_t dot = path.find('.');
  const std::string outer(path.substr(0, dot));
  const Json inner = Without((*object)[outer], path.substr(dot + 1));
  Json rest = inner.AsObject().empty() ? Without(*object, outer) : object->Set(outer, inner);
  return rest.Dump(2) + "\n";
}

}  // namespace forge
