#include "text/review/review_schema.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/strings.h"
#include "model/finding.h"

namespace forge {
namespace {

constexpr std::string_view kReviewSchema = R"({
  "type": "object",
  "required": ["findings"],
  "properties": {
    "findings": {
      "type": "array",
      "description": "what is wrong, one entry each; no praise, no summary; empty when nothing is",
      "items": {
        "type": "object",
        "required": ["severity", "title", "text"],
        "properties": {
          "severity": {"enum": ["high", "medium", "low"], "description": "high: it fails or does harm. medium: it must be resolved first. low: worth knowing, blocks nothing"},
          "title": {"type": "string", "description": "what is wrong, in at most twelve words"},
          "text": {"type": "string", "description": "why it is wrong, and what shows it"},
          "category": {"type": "string", "description": "the kind: silent-failure, contract-mismatch, schema-drift, silent-production-failure, or another word"},
          "file": {"type": "string", "description": "path in the repository"},
          "line": {"type": "integer", "description": "in that file as it is now"},
          "element": {"type": "string", "description": "the function, field or type it is about"},
          "same_as": {"type": "string", "description": "the number of the finding or concern among those so far that this one repeats"},
          "fix": {"type": "string", "description": "what would resolve it"}
        }
      }
    },
    "dismissed": {
      "type": "array",
      "description": "concerns and findings of others that you were told as open, and that do not hold or are resolved",
      "items": {
        "type": "object",
        "required": ["id", "state", "why"],
        "properties": {
          "id": {"type": "string", "description": "its number, as you were told it"},
          "state": {"enum": ["fixed", "rejected"], "description": "fixed: the work resolved it. rejected: it does not hold, or asks for no change"},
          "why": {"type": "string", "description": "what shows it"}
        }
      }
    }
  }
})";

}  // namespace

const Json& ReviewSchema() {
  static const Json schema = ParseJson(kReviewSchema).value();
  return schema;
}

const Json& LeastOfReview() {
  static const Json least = [] {
    const std::string strict = ReviewSchema().Dump();
    std::string loose = ReplaceAll(strict, R"(["severity","title","text"])", R"(["severity"])");
    loose = ReplaceAll(loose, R"(["id","state","why"])", "[]");
    loose = ReplaceAll(loose, R"("enum":["fixed","rejected"])", R"("type":"string")");
    return WithAnySeverity(ParseJson(loose).value());
  }();
  return least;
}

Json SchemaForReview(const Json& of_role) {
  if (of_role.is_null()) return ReviewSchema();
  return WithoutProperties(of_role, {"approved"});
}

Json WithAnySeverity(const Json& schema) {
  static const Json any = Json::MakeObject().Set("type", "string");
  if (schema.is_array()) {
    Json list = Json::MakeArray();
    for (const Json& item : schema.AsArray()) list.Append(WithAnySeverity(item));
    return list;
  }
  if (!schema.is_object()) return schema;
  Json::Object members;
  for (const auto& [name, value] : schema.AsObject()) {
    const bool severity = name == "severity" && value.Has("enum");
    members.emplace_back(name, severity ? any : WithAnySeverity(value));
  }
  return Json(std::move(members));
}

namespace {

std::string_view PlainSeverity(std::string_view said) {
  constexpr std::array<std::string_view, 3> kWords = {"high", "medium", "low"};
  std::size_t worst = kWords.size();
  std::string word;
  const auto end = [&] {
    const FindingLevel level = LevelOf(word);
    if (level != FindingLevel::kUnknown) worst = std::min(worst, static_cast<std::size_t>(level));
    word.clear();
  };
  for (char c : said) {
    const bool inside = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (inside) word += c;
    if (!inside) end();
  }
  end();
  return kWords[worst == kWords.size() ? 0 : worst];
}

}  // namespace

Json WithPlainSeverities(Json result) {
  if (!result["findings"].is_array()) return result;
  Json findings = Json::MakeArray();
  for (const Json& said : result["findings"].AsArray()) {
    Json finding = said;
    if (const Json* severity = said.Find("severity"); severity != nullptr && severity->is_string())
      finding.Set("severity", PlainSeverity(severity->AsString()));
    findings.Append(std::move(finding));
  }
  result.Set("findings", std::move(findings));
  return result;
}

Json WithoutProperties(const Json& schema, const std::vector<std::string_view>& names) {
  const auto left_out = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
  if (schema.is_array()) {
    Json list = Json::MakeArray();
    for (const Json& item : schema.AsArray()) list.Append(WithoutProperties(item, names));
    return list;
  }
  if (!schema.is_object()) return schema;
  Json::Object kept;
  for (const auto& [key, value] : schema.AsObject()) {
    if (key == "required") {
      Json required = Json::MakeArray();
      for (const Json& name : value.AsArray()) {
        if (!left_out(name.AsString())) required.Append(name);
      }
      kept.emplace_back(key, std::move(required));
    } else if (key == "properties") {
      Json::Object properties;
      for (const auto& [name, property] : value.AsObject()) {
        if (!left_out(name)) properties.emplace_back(name, WithoutProperties(property, names));
      }
      kept.emplace_back(key, Json(std::move(properties)));
    } else {
      kept.emplace_back(key, WithoutProperties(value, names));
    }
  }
  return Json(std::move(kept));
}

}  // namespace forge
