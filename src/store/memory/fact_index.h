// The full-text index of facts and the counts of their terms. Finds facts by words; does not know how facts are ranked
// (memory/rank.h) or compared (memory/likeness.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "memory/likeness.h"
#include "memory/memory_store.h"
#include "store/database.h"
#include "store/memory/fact_crowd.h"

namespace forge {

// All functions run with the caller's lock, inside the caller's transaction.
class FactIndex {
 public:
  FactIndex(Database& database, FactScope scope) : database_(database), scope_(scope) {}

  // `count` facts will be saved in this transaction. For many, the words of all facts come into memory: each is then
  // compared there, and the index is written once for all of them. They stay there for the next many, as long as no
  // other connection writes.
  Status Gather(std::size_t count);
  // Before the commit: what was added and is not in the index yet.
  Status Write();
  // The transaction was rolled back.
  void Forget();

  Status Add(std::int64_t id, const std::vector<std::string>& terms);
  Status Remove(std::int64_t id);  // with the terms in its row

  // Facts that contain one of the terms, and how common the terms are.
  Result<Findings> Search(std::span<const std::string> terms, std::size_t most);
  // A fact as it is compared with another.
  struct Sketch {
    std::int64_t id = 0;
    FactCategory category = FactCategory::kConvention;
    bool keyed = false;
    Gist gist;
  };
  // The facts that share most words with the text, the most similar first. Valid until the next call.
  Result<std::vector<const Sketch*>> Likest(const std::string& text);

 private:
  Status Count(std::int64_t facts, std::int64_t terms);
  Result<std::vector<std::int64_t>> FindLikest(const std::string& text);  // in the file
  Result<std::vector<QueryTerm>> Weigh(std::span<const std::string> terms, bool expand);
  Result<std::vector<Findings::Found>> Matching(std::vector<QueryTerm> terms, std::size_t most, std::int64_t rankable);

  struct Unwritten {
    std::vector<std::pair<std::int64_t, std::string>> facts;  // id, tokens
    std::map<std::string, std::int64_t> terms;                // facts that have it
    std::int64_t count = 0;                                   // terms of all facts
  };

  Database& database_;
  FactScope scope_;
  std::optional<FactCrowd> crowd_;
  std::int64_t crowd_version_ = 0;  // of the file, as our connection saw it
  std::unordered_map<std::int64_t, Sketch> sketches_;
  Unwritten unwritten_;
};

}  // namespace forge
