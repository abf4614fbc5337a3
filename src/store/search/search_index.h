// The full-text index of runs, plans, steps and findings. Finds documents by words and by paths; how they are ranked is
// memory/search.h, and what a run's documents are is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "memory/search.h"
#include "store/database.h"

namespace forge {

// A run as it was when its documents were written.
struct IndexedRun {
  RunId run;
  TimePoint created, updated;
  bool ended = false;
};

struct RunDocuments {
  IndexedRun run;
  std::vector<SearchDocument> documents;
};

// Several processes may use one file; not for two threads at once.
class SearchIndex {
 public:
  // Makes the file if missing, but not its directory. A file that is no index of this version is made again: nothing
  // in it is the only copy.
  static Result<SearchIndex> Open(const std::string& path);

  Result<std::optional<IndexedRun>> Find(RunId run);
  // The last change of any run in it that had ended; 0: none has.
  Result<TimePoint> NewestEnd();
  // Replaces all documents of these runs, in one transaction.
  Status Replace(std::span<const RunDocuments> runs);
  Status Clear();

  Result<std::vector<std::string>> ListPaths();

  struct Wish {
    std::vector<std::string> terms = {};                 // of the query; empty: all documents, the newest run first
    bool all = true;                                     // with all of the terms; else with one of them
    bool whole = true;                                   // as whole words; else words that begin with them
    std::optional<std::vector<std::string>> paths = {};  // about one of these, as ListPaths names them
    std::optional<SearchKind> kind = {};
    std::size_t most = 0;
  };
  Result<std::vector<SearchMatch>> Search(const Wish& wish);

 private:
  explicit SearchIndex(Database database) : database_(std::move(database)) {}
  Status Remove(RunId run);
  Status Add(const SearchDocument& document);
  Result<std::set<std::int64_t>> About(const std::vector<std::string>& paths);
  Result<std::vector<std::string>> FilesOf(std::int64_t document);

  Database database_;
};

}  // namespace forge
