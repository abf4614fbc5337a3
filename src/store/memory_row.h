// A row of a memory file as a value. Knows the order of columns, no statement.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/fact.h"
#include "memory/knowledge.h"
#include "store/database.h"

// In this order FactFromRow reads them.
#define FORGE_FACT_COLUMNS                                                                                  \
  "id, text, category, status, confidence, hits, uses, voice, who, run, step, tree, source, key, derived, " \
  "superseded_by, created, confirmed, used, expires"

namespace forge {

inline constexpr int kFactColumns = 20;

Fact FactFromRow(const Query& row, FactScope scope);

// voice, who, run, step, tree, source, from column `first` on.
Provenance ProvenanceFromRow(const Query& row, int first);

std::string DerivedText(const std::vector<FactId>& ids);  // "3,17"
std::vector<std::string> SplitTerms(std::string_view tokens);

}  // namespace forge
