#include "text/review/result_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/strings.h"
#include "text/json_spans.h"
#include "text/lines.h"

namespace forge {
namespace {

// What an agent is told when it is asked again: enough to correct the answer, no more.
constexpr std::size_t kMostViolations = 20;

class SchemaCheck {
 public:
  void Check(const Json& value, const Json& schema, const std::string& path) {
    for (const auto& [keyword, rule] : schema.AsObject()) {
      if (full()) return;
      CheckKeyword(value, keyword, rule, schema, path);
    }
  }

  std::vector<std::string> TakeViolations() { return std::move(violations_); }

 private:
  bool full() const { return violations_.size() >= kMostViolations; }

  void Violated(const std::string& path, std::string_view what) {
    if (!full()) violations_.push_back(fmt::format("{}: {}", path.empty() ? "(root)" : path, what));
  }

  static std::string MemberPath(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
  }

  void CheckKeyword(const Json& value, std::string_view keyword, const Json& rule, const Json& schema,
                    const std::string& path) {
    if (keyword == "type") return CheckType(value, rule, path);
    if (keyword == "enum") return CheckEnum(value, rule, path);
    if (keyword == "required") return CheckRequired(value, rule, path);
    if (keyword == "properties") return CheckProperties(value, rule, path);
    if (keyword == "additionalProperties") return CheckAdditional(value, rule, schema["properties"], path);
    if (keyword == "items") return CheckItems(value, rule, path);
    if (keyword == "minItems") return CheckMinItems(value, rule, path);
    if (IsOneOf(keyword, {"$schema", "$id", "title", "description", "default", "examples"})) return;
    // A rule that Forge does not understand must not count as satisfied.
    Violated(path, fmt::format("the schema's keyword \"{}\" is not supported", Excerpt(keyword, 40)));
  }

  static bool IsOfType(const Json& value, std::string_view type) {
    if (type == "number") return value.is_number();
    if (type == "integer")
      return value.is_int() || (value.is_double() && std::trunc(value.AsDouble()) == value.AsDouble());
    return value.type_name() == type;
  }

  void CheckType(const Json& value, const Json& rule, const std::string& path) {
    std::vector<std::string> types;
    if (rule.is_string()) types.push_back(rule.AsString());
    for (const Json& type : rule.AsArray()) types.push_back(type.AsString());
    bool fits = std::any_of(types.begin(), types.end(), [&](const std::string& type) { return IsOfType(value, type); });
    if (fits) return;
    Violated(path, fmt::format("expected {}, got {}", fmt::join(types, " or "), value.type_name()));
  }

  void CheckEnum(const Json& value, const Json& rule, const std::string& path) {
    const auto& allowed = rule.AsArray();
    if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
    Violated(path, fmt::format("expected one of {}, got {}", Excerpt(rule.Dump(), 200), Excerpt(value.Dump(), 60)));
  }

  void CheckRequired(const Json& value, const Json& rule, const std::string& path) {
    if (!value.is_object()) return;
    for (const Json& name : rule.AsArray()) {
      if (!value.Has(name.AsString())) Violated(MemberPath(path, name.AsString()), "is missing");
    }
  }

  void CheckProperties(const Json& value, const Json& rule, const std::string& path) {
    for (const auto& [name, schema] : rule.AsObject()) {
      if (const Json* member = value.Find(name)) Check(*member, schema, MemberPath(path, name));
    }
  }

  void CheckAdditional(const Json& value, const Json& rule, const Json& properties, const std::string& path) {
    if (rule.AsBool(true)) return;
    for (const auto& [name, member] : value.AsObject()) {
      if (!properties.Has(name)) Violated(MemberPath(path, Excerpt(name, 40)), "is not allowed here");
      if (full()) return;
    }
  }

  void CheckItems(const Json& value, const Json& rule, const std::string& path) {
    const auto& items = value.AsArray();
    for (std::size_t i = 0; i < items.size() && !full(); ++i) Check(items[i], rule, fmt::format("{}[{}]", path, i));
  }

  void CheckMinItems(const Json& value, const Json& rule, const std::string& path) {
    if (!value.is_array() || std::cmp_greater_equal(value.AsArray().size(), rule.AsInt())) return;
    Violated(path, fmt::format("expected at least {} items, got {}", rule.AsInt(), value.AsArray().size()));
  }

  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> CheckSchema(const Json& value, const Json& schema) {
  SchemaCheck check;
  check.Check(value, schema, "");
  return check.TakeViolations();
}

ResultBlock FindResultBlock(std::string_view message, const Json& schema) {
  ResultBlock block;
  std::vector<JsonSpan> spans = FindJsonObjects(message);
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
    // A cut or mangled character in a text does not spoil the answer.
    auto value = ParseJson(ValidUtf8(message.substr(span->begin, span->end - span->begin)));
    if (!value) continue;
    auto violations = CheckSchema(*value, schema);
    if (violations.empty()) {
      block.value = std::move(*value);
      block.violations.clear();
      return block;
    }
    if (block.violations.empty()) block.violations = std::move(violations);
  }
  if (block.violations.empty()) block.violations = {"no JSON object found"};
  return block;
}

std::string_view WithoutResultBlock(std::string_view message) {
  const std::string_view text = TrimRight(message);
  const std::size_t last = text.rfind('\n');
  if (last == std::string_view::npos || Trim(text.substr(last)) != "```") return message;
  const std::size_t opening = text.rfind("```json", last);
  const bool own_line = opening != std::string_view::npos && (opening == 0 || text[opening - 1] == '\n');
  if (!own_line || text.substr(opening + 3, last - opening - 3).find("```") != std::string_view::npos) return message;
  return TrimRight(text.substr(0, opening));
}

}  // namespace forge
