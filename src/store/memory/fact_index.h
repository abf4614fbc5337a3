// The full-text index of facts and the counts of their terms. Finds facts by words; does not know how facts are ranked
// (memory/rank.h) or compared (memory/likeness.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memory/memory_store.h"
#include "store/database.h"

namespace forge {

// All functions run with the caller's lock, inside the caller's transaction.
class FactIndex {
 public:
  FactIndex(Database& database, FactScope scope) : database_(database), scope_(scope) {}

  Status Add(std::int64_t id, const std::vector<std::string>& terms);
  Status Remove(std::int64_t id);  // with the terms in its row

  // Facts that contain one of the terms, and how common the terms are.
  Result<Findings> Search(std::span<const std::string> terms, std::size_t most);
  // The facts that share most words with the text, the most similar first.
  Result<std::vector<Fact>> Likest(const std::string& text);

 private:
  Status Count(const std::vector<std::string>& terms, int change);
  Result<std::vector<QueryTerm>> Weigh(std::span<const std::string> terms, bool expand);
  Result<std::vector<Findings::Found>> Matching(std::vector<QueryTerm> terms, std::size_t most, std::int64_t rankable);

  Database& database_;
  FactScope scope_;
};

}  // namespace forge
