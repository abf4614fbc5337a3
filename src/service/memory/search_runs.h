// `forge search`: finds runs, plans, steps and findings by words, by file and by subsystem. Keeps its index up to date
// by itself; the index is a copy, and deleting it loses nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/search.h"
#include "store/search/search_index.h"
#include "store/store.h"

namespace forge {

class Forge;

struct SearchRequest {
  std::string text;                // any; may be empty where a file or subsystem is given
  std::vector<std::string> files;  // paths or globs: only what is about one of them
  std::string subsystem;           // only what is about its paths
  std::optional<SearchKind> kind;
  std::size_t limit = 20;
};

struct RunHit {
  SearchHit hit;
  RunRow run;
};

// Best first. kInvalid: nothing to search for, or no such subsystem.
Result<std::vector<RunHit>> SearchRuns(Forge& forge, const SearchRequest& request);

}  // namespace forge
