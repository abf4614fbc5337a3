// Rows of `fact` with everything that hangs on them: full-text index, counts of terms, what was rejected. Knows how
// facts are compared (memory/likeness.h), not how they are ranked.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "memory/memory_store.h"
#include "store/database.h"

namespace forge {

class FactTable : public FactStore {
 public:
  FactTable(Database& database, std::mutex& mutex, FactScope scope)
      : database_(database), mutex_(mutex), scope_(scope) {}

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
  Result<Saved> SaveOne(const NewFact& given, TimePoint now);
  Result<Saved> Confirm(Fact known, const NewFact& again, TimePoint now);
  Result<Saved> Refresh(Fact known, const NewFact& again, TimePoint now);
  Result<Saved> Insert(const NewFact& fact, const std::string& digest, TimePoint now);
  Result<std::optional<Fact>> Twin(const NewFact& fact, const std::string& digest, std::vector<FactId>& contradicts);
  Result<Fact> Load(FactId id);  // kNotFound
  Result<std::optional<Fact>> LoadOne(std::string_view sql, std::initializer_list<SqlValue> values);
  Result<std::vector<std::string>> LoadTerms(FactId id);
  Status WriteWorth(const Fact& fact);
  Status WriteText(const Fact& fact);
  Status Remove(const Fact& fact, TimePoint now);
  Status Supersede(FactId old, FactId by);
  // Puts a fact into the index (and the counts of its terms), or takes it out with the terms it was put in with.
  Status Index(std::int64_t id, const std::vector<std::string>& terms, bool in);
  Result<std::vector<QueryTerm>> Weigh(std::span<const std::string> terms, bool expand);
  Result<std::vector<Fact>> Likest(std::span<const QueryTerm> rarest_first);
  Result<std::vector<Findings::Found>> Matching(std::vector<QueryTerm> terms, std::size_t most, std::int64_t rankable);

  Database& database_;
  std::mutex& mutex_;
  FactScope scope_;
};

}  // namespace forge
