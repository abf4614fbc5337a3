// Rows of `fact` and of what was rejected. Knows how facts are compared (memory/likeness.h), not how they are ranked.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memory/memory_store.h"
#include "store/database.h"
#include "store/memory/fact_index.h"
#include "store/memory/witness_table.h"

namespace forge {

class FactTable : public FactStore {
 public:
  FactTable(Database& database, std::mutex& mutex, FactScope scope)
      : database_(database),
        mutex_(mutex),
        scope_(scope),
        index_(database, scope),
        witnesses_(database, WitnessTable::Of::kFact, scope) {}

  Result<std::vector<Result<Saved>>> Save(std::span<const NewFact> facts, TimePoint now) override;
  Result<std::optional<Fact>> Find(FactId id) override;
  Result<std::vector<Fact>> List(const FactFilter& filter) override;
  Result<Findings> Search(std::span<const std::string> terms, std::size_t most) override;
  Result<Fact> Change(FactId id, FactChange change, TimePoint now) override;
  Result<Fact> Rewrite(FactId id, const std::string& text, TimePoint now) override;
  Status NoteUse(std::span<const FactId> ids, TimePoint now) override;
  Result<FactCounts> Count() override;

 private:
  // All below: with the lock, inside the caller's transaction.
  Result<std::vector<Result<Saved>>> SaveAll(std::span<const NewFact> facts, TimePoint now);
  Result<Saved> SaveOne(const NewFact& given, TimePoint now);
  Result<Saved> Confirm(Fact known, const NewFact& again, TimePoint now);
  Result<Saved> Refresh(Fact known, const NewFact& again, TimePoint now);
  Result<Saved> Insert(const NewFact& fact, const std::string& digest, TimePoint now);
  Result<std::optional<Fact>> Twin(const NewFact& fact, const std::string& digest, std::vector<FactId>& contradicts);
  Result<Fact> Load(FactId id);  // kNotFound
  Status WriteWorth(const Fact& fact);
  Status WriteText(const Fact& fact);
  Status Remove(const Fact& fact, TimePoint now);
  Result<bool> WasRejected(const std::string& digest);
  Status Supersede(FactId old, FactId by);

  Database& database_;
  std::mutex& mutex_;
  FactScope scope_;
  FactIndex index_;
  WitnessTable witnesses_;
};

}  // namespace forge
