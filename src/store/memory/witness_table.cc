#include "store/memory/witness_table.h"

#include <string>

#include "memory/witness.h"

namespace forge {

Result<bool> WitnessTable::HasSaid(std::int64_t id, const Provenance& from) {
  const std::string witness = WitnessOf(from);
  if (witness.empty()) return false;
  const std::string_view sql = of_ == Of::kFact
                                   ? "SELECT count(*) FROM fact_witness WHERE fact = ? AND witness IN (?, ?)"
                                   : "SELECT count(*) FROM triple_witness WHERE triple = ? AND witness IN (?, ?)";
  // An older Forge stored the run's number alone. In the user's own store that may be a run of any project.
  const bool by_number = scope_ == FactScope::kProject && from.run.value > 0;
  const std::string older = by_number ? RunWitness(from.run) : witness;
  return TRY(database_.AskInt(sql, {id, witness, older})) > 0;
}

Status WitnessTable::Note(std::int64_t id, const Provenance& from) {
  const std::string witness = WitnessOf(from);
  if (witness.empty()) return {};
  return database_.Run(of_ == Of::kFact ? "INSERT OR IGNORE INTO fact_witness VALUES (?, ?)"
                                        : "INSERT OR IGNORE INTO triple_witness VALUES (?, ?)",
                       {id, witness});
}

}  // namespace forge
