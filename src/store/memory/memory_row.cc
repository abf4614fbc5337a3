#include "store/memory/memory_row.h"

#include "base/strings.h"

namespace forge {

Provenance ProvenanceFromRow(const Query& row, int first) {
  Provenance from;
  from.voice = ParseVoice(row.Text(first)).value_or(Voice::kImport);
  from.who = row.Text(first + 1);
  from.run = RunId{row.Int(first + 2)};
  from.step = StepId{row.Text(first + 3)};
  from.commit = row.Text(first + 4);
  from.source = row.Text(first + 5);
  return from;
}

Fact FactFromRow(const Query& row, FactScope scope) {
  Fact fact;
  fact.id = {scope, row.Int(0)};
  fact.text = row.Text(1);
  fact.category = ParseFactCategory(row.Text(2)).value_or(FactCategory::kConvention);
  fact.status = ParseFactStatus(row.Text(3)).value_or(FactStatus::kDraft);
  fact.confidence = row.Real(4);
  fact.hits = row.Int(5);
  fact.uses = row.Int(6);
  fact.from = ProvenanceFromRow(row, 7);
  fact.key = row.Text(13);
  const std::string derived = row.Text(14);
  for (std::string_view id : Split(derived, ',')) {
    if (auto number = ParseInt(id)) fact.derived_from.push_back({scope, *number});
  }
  if (row.Int(15) > 0) fact.superseded_by = {scope, row.Int(15)};
  fact.created = row.Time(16);
  fact.confirmed = row.Time(17);
  fact.used = row.Time(18);
  fact.expires = row.Time(19);
  return fact;
}

Result<std::optional<Fact>> LoadFact(Database& database, FactScope scope, std::string_view sql,
                                     std::initializer_list<SqlValue> values) {
  Query query = TRY(database.Ask(sql, values));
  if (!TRY(query.Next())) return std::optional<Fact>();
  return std::optional<Fact>(FactFromRow(query, scope));
}

Result<std::optional<Fact>> LoadFact(Database& database, FactScope scope, std::int64_t id) {
  return LoadFact(database, scope, "SELECT " FORGE_FACT_COLUMNS " FROM fact WHERE id = ?", {id});
}

std::string DerivedText(const std::vector<FactId>& ids) {
  std::vector<std::string> numbers;
  for (const FactId& id : ids) numbers.push_back(std::to_string(id.value));
  return Join(numbers, ",");
}

std::vector<std::string> SplitTerms(std::string_view tokens) {
  std::vector<std::string> terms;
  if (tokens.empty()) return terms;
  for (std::string_view term : Split(tokens, ' ')) terms.emplace_back(term);
  return terms;
}

}  // namespace forge
