// Rows of `fact_witness` and `triple_witness`: who has said what, so that each counts once. Knows neither facts nor
// triples.
#pragma once

#include <cstdint>
#include <string_view>

#include "memory/fact.h"
#include "store/database.h"

namespace forge {

// All functions run with the caller's lock, inside the caller's transaction.
class WitnessTable {
 public:
  enum class Of { kFact, kTriple };
  WitnessTable(Database& database, Of of, FactScope scope) : database_(database), of_(of), scope_(scope) {}

  // Did this witness say it before? Never so of one that has no name: a person, an import.
  Result<bool> HasSaid(std::int64_t id, const Provenance& from);
  Status Note(std::int64_t id, const Provenance& from);

 private:
  Database& database_;
  Of of_;
  FactScope scope_;
};

}  // namespace forge
