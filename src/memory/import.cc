#include "memory/import.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "model/json.h"
#include "text/lines.h"

namespace forge {
namespace {

NewFact Foreign(std::string text, FactCategory category, double confidence, std::int64_t hits,
                const std::string& name) {
  NewFact fact;
  fact.text = std::move(text);
  fact.category = category;
  fact.confidence = confidence;
  fact.hits = hits;
  fact.from.voice = Voice::kImport;
  fact.from.source = name;
  return fact;
}

// "2026-04-15", also with a time after it: midnight of that day, in milliseconds. 0 when it is not a date.
TimePoint ParseDay(std::string_view text) {
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return {};
  const auto year = ParseInt(text.substr(0, 4));
  const auto month = ParseInt(text.substr(5, 2));
  const auto day = ParseInt(text.substr(8, 2));
  if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31 || *year < 1970) return {};
  const std::int64_t y = *year - (*month <= 2 ? 1 : 0);
  const std::int64_t era = y / 400;
  const std::int64_t of_era = y - era * 400;
  const std::int64_t of_year = (153 * (*month + (*month > 2 ? -3 : 9)) + 2) / 5 + *day - 1;
  const std::int64_t days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  return {days * kDayMs};
}

// --- JSONL: {"pattern", "category", "confidence", "timestamp"} of reference 5, {"text", ...} of our own export.

Result<NewFact> FactFromLine(const Json& json, const std::string& name) {
  if (!json.is_object()) return Fail(Code::kInvalid, fmt::format("expected an object, got {}", json.type_name()));
  const std::string text = json["pattern"].AsString(json["text"].AsString());
  if (Trim(text).empty()) return Fail(Code::kInvalid, "no `pattern` and no `text`");
  const Json& word = json["category"];
  const auto category = word.is_null() ? FactCategory::kConvention : ParseFactCategory(word.AsString());
  if (!category) return Fail(Code::kInvalid, fmt::format("unknown category `{}`", Excerpt(word.AsString(), 40)));
  const double confidence = json["confidence"].AsDouble(kUsualConfidence);
  if (json.Has("confidence") && (!json["confidence"].is_number() || confidence < 0 || confidence > 1)) {
    return Fail(Code::kInvalid, "`confidence` is not a number between 0 and 1");
  }
  NewFact fact = Foreign(text, *category, confidence, json["hits"].AsInt(), name);
  if (!json["source"].AsString().empty()) fact.from.source = json["source"].AsString();
  fact.from.who = json["who"].AsString();
  fact.said = TimePoint{json["confirmed_ms"].AsInt()};
  if (fact.said.ms <= 0) fact.said = ParseDay(json["timestamp"].AsString());
  return fact;
}

Imported ReadJsonl(std::string_view text, const std::string& name) {
  Imported imported;
  imported.format = "jsonl";
  LineReader reader(text);
  std::string_view line;
  while (reader.Next(line)) {
    if (Trim(line).empty()) continue;
    auto json = ParseJson(line, 32);
    auto fact = json ? FactFromLine(*json, name) : std::unexpected(Error{Code::kInvalid, "not JSON", ""});
    if (fact) {
      imported.facts.push_back({reader.number(), *std::move(fact)});
    } else {
      imported.bad.push_back({reader.number(), fact.error().message});
    }
  }
  return imported;
}

// --- AUTO-MEMORY: `- [MEM003] (gotcha) confidence:0.95 hits:4 — text`, then `  source: ... | updated: 2026-04-15`.

bool IsMemoryLine(std::string_view line) { return Trim(line).starts_with("- [MEM"); }

// The value of `name:` in the head of an entry.
std::string_view HeadValue(std::string_view head, std::string_view name) {
  const std::size_t at = head.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = head.substr(at + name.size());
  return rest.substr(0, rest.find_first_of(" \t|"));
}

Result<NewFact> FactFromEntry(std::string_view line, const std::string& name) {
  std::size_t dash = line.find(" \xE2\x80\x94 ");
  std::size_t width = 5;
  if (dash == std::string_view::npos) {
    dash = line.find(" - ", line.find("hits:"));
    width = 3;
  }
  if (dash == std::string_view::npos) return Fail(Code::kInvalid, "no text after a dash");
  const std::string_view head = line.substr(0, dash);
  const std::size_t open = head.find('(');
  const std::size_t close = head.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return Fail(Code::kInvalid, "no (category)");
  const auto category = ParseFactCategory(head.substr(open + 1, close - open - 1));
  if (!category) return Fail(Code::kInvalid, "unknown category");
  const std::string_view given = HeadValue(head, "confidence:");
  const auto confidence = given.empty() ? std::optional<double>(kUsualConfidence) : ParseDouble(given);
  if (!confidence || *confidence < 0 || *confidence > 1)
    return Fail(Code::kInvalid, "`confidence` is not between 0 and 1");
  const std::string_view said = HeadValue(head, "hits:");
  const auto hits = said.empty() ? std::optional<std::int64_t>(0) : ParseInt(said);
  if (!hits || *hits < 0) return Fail(Code::kInvalid, "`hits` is not a number");
  return Foreign(std::string(Trim(line.substr(dash + width))), *category, *confidence, *hits, name);
}

Imported ReadAutoMemory(std::string_view text, const std::string& name) {
  Imported imported;
  imported.format = "auto-memory";
  LineReader reader(text);
  std::string_view line;
  bool open = false;  // the last entry's further lines belong to it
  while (reader.Next(line)) {
    if (IsMemoryLine(line)) {
      open = false;
      if (line.find("SUPERSEDED") < line.find("confidence:")) continue;
      auto fact = FactFromEntry(line, name);
      if (!fact) {
        imported.bad.push_back({reader.number(), fact.error().message});
        continue;
      }
      imported.facts.push_back({reader.number(), *std::move(fact)});
      open = true;
      continue;
    }
    const std::string_view trimmed = Trim(line);
    if (!open || trimmed.empty() || trimmed.starts_with('#') || trimmed.starts_with("<!--")) continue;
    NewFact& fact = imported.facts.back().fact;
    if (trimmed.starts_with("source:")) {
      fact.from.source = std::string(Trim(trimmed.substr(7, trimmed.find('|') - 7)));
      fact.said = ParseDay(HeadValue(trimmed, "updated: "));
    } else if (Indent(line) > 0) {
      fact.text += " " + std::string(trimmed);
    }
  }
  return imported;
}

// --- Fragments: {"unit_id", "facts": [...], "category", "confidence", "hits"}, one or a list.

void ReadFragment(const Json& fragment, const std::string& name, Imported& imported) {
  const std::string unit = fragment["unit_id"].AsString(fragment["unit"].AsString());
  const std::string where = unit.empty() ? name : unit;
  for (const Json& item : fragment["facts"].AsArray()) {
    const Json& own = item.is_object() ? item : fragment;
    const std::string text = item.is_object() ? item["text"].AsString(item["fact"].AsString()) : item.AsString();
    const std::string word = own["category"].AsString(fragment["category"].AsString("convention"));
    const auto category = ParseFactCategory(word);
    if (Trim(text).empty() || !category) {
      imported.bad.push_back({0, fmt::format("fragment {}: a fact without {}", Excerpt(where, 40),
                                             Trim(text).empty() ? "text" : "a known category")});
      continue;
    }
    const double confidence = own["confidence"].AsDouble(fragment["confidence"].AsDouble(kUsualConfidence));
    const std::int64_t hits = own["hits"].AsInt(fragment["hits"].AsInt());
    imported.facts.push_back({0, Foreign(text, *category, confidence, hits, where)});
  }
}

bool HasFacts(const Json& json) {
  if (json.is_object()) return json["facts"].is_array();
  return json.is_array() && !json.AsArray().empty() && json.AsArray().front()["facts"].is_array();
}

}  // namespace

Imported ReadMemoryText(std::string_view text, const std::string& name) {
  if (text.find("- [MEM") != std::string_view::npos) {
    LineReader reader(text);
    std::string_view line;
    while (reader.Next(line)) {
      if (IsMemoryLine(line)) return ReadAutoMemory(text, name);
    }
  }
  if (auto json = ParseJson(text); json && HasFacts(*json)) {
    Imported imported;
    imported.format = "fragments";
    if (json->is_object()) ReadFragment(*json, name, imported);
    for (const Json& fragment : json->AsArray()) ReadFragment(fragment, name, imported);
    return imported;
  }
  return ReadJsonl(text, name);
}

}  // namespace forge
