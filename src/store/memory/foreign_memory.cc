#include "store/memory/foreign_memory.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "base/strings.h"
#include "model/json.h"
#include "store/database.h"

namespace forge {
namespace {

// Times are UTC text, "YYYY-MM-DD HH:MM:SS" or ISO; SQLite reads both. An unreadable time is 0.
#define FORGE_MS(column) "coalesce(CAST(strftime('%s', " column ") AS INTEGER), 0) * 1000"

class GatedReader {
 public:
  GatedReader(Database& database, Imported& imported, std::string name)
      : database_(database), imported_(imported), name_(std::move(name)) {}

  // Rows of a table, if the file has it.
  Result<bool> Each(std::string_view table, std::string_view sql, const std::function<void(const Query&)>& row) {
    if (TRY(database_.AskInt("SELECT count(*) FROM sqlite_schema WHERE name = ?", {table})) == 0) return false;
    Query query = TRY(database_.Ask(sql));
    while (TRY(query.Next())) row(query);
    return true;
  }

  void AddSpike(const Query& row) {
    Spike spike;
    spike.assumption = row.Text(0);
    spike.confirmed = EqualsIgnoreCase(row.Text(1), "confirmed");
    spike.actual = row.Text(2);
    spike.tested = row.Time(3);
    spike.permanent = row.Bool(4);
    spike.technology = row.Text(5);
    spike.from = From();
    if (Trim(spike.assumption).empty() || (!spike.confirmed && !EqualsIgnoreCase(row.Text(1), "refuted"))) {
      imported_.bad.push_back({0, fmt::format("spike {}: no assumption or no result", row.Int(6))});
      return;
    }
    imported_.spikes.push_back(std::move(spike));
  }

  void AddFact(const std::string& text, FactCategory category, double confidence, std::int64_t hits, TimePoint said) {
    NewFact fact;
    fact.text = text;
    fact.category = category;
    fact.confidence = confidence;
    fact.hits = hits;
    fact.said = said;
    fact.from = From();
    imported_.facts.push_back({0, std::move(fact)});
  }

  void AddDraft(const Query& row) {
    const auto payload = ParseJson(row.Text(1), 32);
    const std::string type = row.Text(0);
    if (payload && type == "kg_add") {
      Triple triple;
      triple.subject = (*payload)["subject"].AsString();
      triple.predicate = (*payload)["predicate"].AsString();
      triple.object = (*payload)["object"].AsString();
      triple.from = From();
      triple.from.voice = Voice::kAgent;  // drafts stay drafts
      if (!triple.subject.empty() && !triple.predicate.empty() && !triple.object.empty()) {
        imported_.triples.push_back(std::move(triple));
        return;
      }
    }
    if (payload && type == "add_drawer" && !(*payload)["content"].AsString().empty()) {
      AddFact((*payload)["content"].AsString(), FactCategory::kGotcha, kUsualConfidence, 0, {});
      imported_.facts.back().fact.from.voice = Voice::kAgent;
      return;
    }
    if (payload && type == "kg_invalidate" && !(*payload)["subject"].AsString().empty()) {
      Triple triple;
      triple.subject = (*payload)["subject"].AsString();
      triple.predicate = (*payload)["predicate"].AsString();
      triple.object = (*payload)["object"].AsString();
      triple.from = From();
      imported_.doubted.push_back(std::move(triple));
      return;
    }
    const bool by_id = payload && type == "kg_invalidate" && (*payload).Has("triple_id");
    imported_.bad.push_back(
        {0, fmt::format("draft {} ({}): {}", row.Int(2), type,
                        by_id ? "names a triple of another store by its number" : "not understood")});
  }

 private:
  Provenance From() const {
    Provenance from;
    from.voice = Voice::kImport;
    from.source = name_;
    return from;
  }

  Database& database_;
  Imported& imported_;
  std::string name_;
};

FactCategory CategoryOr(const std::string& word, FactCategory fallback) {
  return ParseFactCategory(word).value_or(fallback);
}

}  // namespace

Result<Imported> ReadGatedDatabase(const std::string& path) {
  // Not TRY: g++ 12 mistakes its move for freeing a stack object.
  Result<Database> database = Database::Open(path, {.vfs = {}, .busy_timeout_ms = 2'000, .read_only = true});
  if (!database) return std::unexpected(database.error());
  Imported imported;
  imported.format = "gated";
  GatedReader reader(*database, imported, path);
  struct Part {
    std::string_view table;
    std::string_view sql;
    std::function<void(const Query&)> row;
  };
  auto spike = [&](const Query& row) { reader.AddSpike(row); };
  auto pattern = [&](const Query& row) {
    reader.AddFact(row.Text(0), CategoryOr(row.Text(1), FactCategory::kPattern), row.Real(2),
                   std::max<std::int64_t>(0, row.Int(3) - 1), row.Time(4));
  };
  auto learning = [&](const Query& row) {
    reader.AddFact(row.Text(0), FactCategory::kConvention, kUsualConfidence, std::max<std::int64_t>(0, row.Int(1) - 1),
                   {});
  };
  auto lesson = [&](const Query& row) {
    const auto context = ParseJson(row.Text(1), 32);
    const std::string text = context ? (*context)["lesson"].AsString() : "";
    if (text.empty()) return;
    reader.AddFact(row.Text(0) + ": " + text, FactCategory::kGotcha, kUsualConfidence, 0, row.Time(2));
  };
  const std::vector<Part> parts = {
      {"spikes",
       "SELECT assumption, result, actual, " FORGE_MS("tested_at") ", permanent, '', id FROM spikes ORDER BY id",
       spike},
      {"global_spikes",
       "SELECT assumption, result, actual, " FORGE_MS("tested_at") ", permanent, technology, id FROM global_spikes "
                                                                   "ORDER BY id",
       spike},
      {"global_patterns",
       "SELECT pattern, category, confidence, evidence_count, " FORGE_MS("last_confirmed") " FROM global_patterns "
                                                                                           "ORDER BY id",
       pattern},
      {"process_learnings", "SELECT learning, evidence_count FROM process_learnings ORDER BY id", learning},
      {"palace_drafts", "SELECT draft_type, payload_json, id FROM palace_drafts WHERE status = 'pending' ORDER BY id",
       [&](const Query& row) { reader.AddDraft(row); }},
      {"forges",
       "SELECT slug, context, " FORGE_MS("completed_at") " FROM forges WHERE status IN ('completed', 'abandoned') "
                                                         "ORDER BY id",
       lesson},
  };
  int known = 0;
  for (const Part& part : parts) {
    const bool there = TRY(reader.Each(part.table, part.sql, part.row));
    known += there ? 1 : 0;
  }
  if (known == 0) return Fail(Code::kInvalid, fmt::format("{} is a database without any memory to import", path));
  return imported;
}

}  // namespace forge
