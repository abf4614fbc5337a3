// A row of a memory file as a value. Knows the order of columns.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/fact.h"
#include "memory/knowledge.h"
#include "store/database.h"

// In the order of FactFromRow.
#define FORGE_FACT_COLUMNS                                                                                  \
  "id, text, category, status, confidence, hits, uses, voice, who, run, step, tree, source, key, derived, " \
  "superseded_by, created, confirmed, used, expires"

namespace forge {

inline constexpr int kFactColumns = 20;

Fact FactFromRow(const Query& row, FactScope scope);

// The first row of a statement that selects FORGE_FACT_COLUMNS.
Result<std::optional<Fact>> LoadFact(Database& database, FactScope scope, std::string_view sql,
                                     std::initializer_list<SqlValue> values);
Result<std::optional<Fact>> LoadFact(Database& database, FactScope scope, std::int64_t id);

// voice, who, run, step, tree, source, from column `first` on.
Provenance ProvenanceFromRow(const Query& row, int first);

std::string DerivedText(const std::vector<FactId>& ids);  // "3,17"
std::vector<std::string> SplitTerms(std::string_view tokens);

}  // namespace forge
