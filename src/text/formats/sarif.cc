#include "text/formats/sarif.h"

#include <fmt/core.h>

#include <map>
#include <set>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr const char* kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string_view LevelName(FindingLevel level) {
  switch (level) {
    case FindingLevel::kHigh: return "error";
    case FindingLevel::kMedium: return "warning";
    case FindingLevel::kLow: return "note";
    case FindingLevel::kUnknown: return "warning";
  }
  return "warning";
}

bool StaysInUri(char c) { return IsLetterOrDigit(c) || std::string_view("/-_.~").find(c) != std::string_view::npos; }

std::string ToUri(std::string_view path) {
  std::string uri;
  for (char c : path) {
    if (StaysInUri(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string FromUri(std::string_view uri) {
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escape = uri[i] == '%' && i + 2 < uri.size() && HexDigit(uri[i + 1]) >= 0 && HexDigit(uri[i + 2]) >= 0;
    if (!escape) {
      path += uri[i];
      continue;
    }
    path += static_cast<char>(HexDigit(uri[i + 1]) * 16 + HexDigit(uri[i + 2]));
    i += 2;
  }
  return path;
}

std::string RuleOf(const Finding& finding) { return finding.category.empty() ? "finding" : finding.category; }

Json Location(const Finding& finding) {
  Json physical = Json::MakeObject().Set("artifactLocation", Json::MakeObject().Set("uri", ToUri(finding.file)));
  if (finding.line > 0) physical.Set("region", Json::MakeObject().Set("startLine", finding.line));
  Json location = Json::MakeObject().Set("physicalLocation", std::move(physical));
  if (!finding.element.empty()) {
    location.Set("logicalLocations", Json::MakeArray().Append(Json::MakeObject().Set("name", finding.element)));
  }
  return location;
}

Json ResultOf(const SarifItem& item) {
  const Finding& finding = item.finding;
  Json result = Json::MakeObject()
                    .Set("ruleId", RuleOf(finding))
                    .Set("level", LevelName(finding.level))
                    .Set("message", Json::MakeObject().Set("text", finding.description));
  if (!finding.file.empty()) result.Set("locations", Json::MakeArray().Append(Location(finding)));
  result.Set("partialFingerprints", Json::MakeObject().Set("forgeFinding/v1", item.key));
  const bool settled = finding.state == FindingState::kRejected || finding.state == FindingState::kFixed;
  if (settled) {
    const std::string why = finding.reason.empty() ? std::string(Name(finding.state))
                                                   : fmt::format("{}: {}", Name(finding.state), finding.reason);
    result.Set("suppressions",
               Json::MakeArray().Append(Json::MakeObject().Set("kind", "external").Set("justification", why)));
  }
  Json properties = Json::MakeObject()
                        .Set("id", item.id)
                        .Set("state", Name(finding.state))
                        .Set("severity", finding.severity)
                        .Set("source", finding.source);
  if (!finding.fix.empty()) properties.Set("fix", finding.fix);
  return result.Set("properties", std::move(properties));
}

// What a run says of its rules: the level of those results that name none.
std::map<std::string, std::string> RuleLevels(const Json& run) {
  std::map<std::string, std::string> levels;
  for (const Json& rule : run["tool"]["driver"]["rules"].AsArray()) {
    const std::string& level = rule["defaultConfiguration"]["level"].AsString();
    if (!level.empty()) levels[rule["id"].AsString()] = level;
  }
  return levels;
}

std::string RuleIdOf(const Json& result, const Json& run) {
  if (result["ruleId"].is_string()) return result["ruleId"].AsString();
  if (result["rule"]["id"].is_string()) return result["rule"]["id"].AsString();
  const auto index = result["ruleIndex"].AsInt(-1);
  const Json::Array& rules = run["tool"]["driver"]["rules"].AsArray();
  if (index < 0 || static_cast<std::size_t>(index) >= rules.size()) return "";
  return rules[static_cast<std::size_t>(index)]["id"].AsString();
}

Finding ReadResult(const Json& result, const Json& run, const std::map<std::string, std::string>& levels,
                   const std::string& tool) {
  const std::string rule = RuleIdOf(result, run);
  std::string level = result["level"].AsString();
  if (level.empty() && levels.contains(rule)) level = levels.at(rule);
  if (level.empty()) level = "warning";  // the standard's default
  Json plain = Json::MakeObject().Set("severity", level);
  if (!rule.empty()) plain.Set("category", rule);
  const Json& message = result["message"];
  if (!message["text"].is_null()) {
    plain.Set("description", message["text"]);
  } else if (!message["markdown"].is_null()) {
    plain.Set("description", message["markdown"]);
  } else {
    plain.Set("description", rule.empty() ? result.Dump() : rule);
  }
  const Json::Array& locations = result["locations"].AsArray();
  if (!locations.empty()) {
    const Json& physical = locations[0]["physicalLocation"];
    const Json& uri = physical["artifactLocation"]["uri"];
    if (uri.is_string()) plain.Set("file", FromUri(uri.AsString()));
    if (!physical["region"]["startLine"].is_null()) plain.Set("line", physical["region"]["startLine"]);
    const Json::Array& logical = locations[0]["logicalLocations"].AsArray();
    if (!logical.empty()) plain.Set("element", logical[0]["name"]);
  }
  Finding finding = FindingFromJson(plain, tool);
  if (finding.level == FindingLevel::kUnknown && level == "none") finding.level = FindingLevel::kLow;
  const Json::Array& suppressions = result["suppressions"].AsArray();
  if (!suppressions.empty()) {
    finding.state = FindingState::kRejected;
    finding.reason = suppressions[0]["justification"].AsString("suppressed");
  }
  return finding;
}

}  // namespace

Json MakeSarif(const std::vector<SarifItem>& items, const std::string& tool_version) {
  std::set<std::string> names;
  Json results = Json::MakeArray();
  for (const SarifItem& item : items) {
    names.insert(RuleOf(item.finding));
    results.Append(ResultOf(item));
  }
  Json rules = Json::MakeArray();
  for (const std::string& name : names) rules.Append(Json::MakeObject().Set("id", name));
  Json driver =
      Json::MakeObject().Set("name", "forge").Set("semanticVersion", tool_version).Set("rules", std::move(rules));
  Json run = Json::MakeObject()
                 .Set("tool", Json::MakeObject().Set("driver", std::move(driver)))
                 .Set("results", std::move(results))
                 .Set("columnKind", "utf16CodeUnits");
  return Json::MakeObject()
      .Set("$schema", kSchema)
      .Set("version", "2.1.0")
      .Set("runs", Json::MakeArray().Append(std::move(run)));
}

Result<std::vector<Finding>> FindingsFromSarif(std::string_view text) {
  // Some tools begin with a byte order mark.
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const Json log = TRY_WITH("SARIF", ParseJson(text));
  if (!log["runs"].is_array()) return Fail(Code::kInvalid, "SARIF: the log has no runs");
  std::vector<Finding> findings;
  for (const Json& run : log["runs"].AsArray()) {
    const std::string tool = run["tool"]["driver"]["name"].AsString("tool");
    const std::map<std::string, std::string> levels = RuleLevels(run);
    for (const Json& result : run["results"].AsArray()) findings.push_back(ReadResult(result, run, levels, tool));
  }
  return findings;
}

}  // namespace forge
