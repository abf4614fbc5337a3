// Rows of `triple` and `spike`. Knows when two spikes are about the same thing (memory/knowledge.h); knows no facts.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "memory/memory_store.h"
#include "store/database.h"
#include "store/memory/witness_table.h"

namespace forge {

class KnowledgeTable : public KnowledgeStore {
 public:
  KnowledgeTable(Database& database, std::mutex& mutex, FactScope scope)
      : database_(database), mutex_(mutex), witnesses_(database, WitnessTable::Of::kTriple, scope) {}

  Result<Triple> AddTriple(const Triple& triple, bool replaces, TimePoint now) override;
  Result<std::vector<Triple>> FindTriples(const TripleFilter& filter) override;
  Result<std::int64_t> InvalidateTriples(const TripleFilter& filter, TimePoint now) override;
  Result<std::int64_t> DoubtTriples(const TripleFilter& filter, const Triple::Doubt& doubt) override;
  Status SettleTriple(std::int64_t id, bool accept, TimePoint now) override;
  Result<Spike> AddSpike(const Spike& spike) override;
  Result<std::vector<Spike>> ListSpikes() override;

 private:
  Result<std::vector<Spike>> LoadSpikes();  // with the lock

  Database& database_;
  std::mutex& mutex_;
  WitnessTable witnesses_;
};

}  // namespace forge
