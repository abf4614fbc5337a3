// The one pass over a tree: which of many names each file mentions, and where it defines them. Part of symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/symbols.h"

namespace forge {

// Which of a fixed set of names a word is. Made once, read by all threads.
class NameTable {
 public:
  explicit NameTable(const std::vector<std::string>& names);

  // Its place in the list, or -1.
  int Find(std::string_view word) const;
  // False for nearly every word that is none of them. `word` has at least two bytes.
  bool MayHold(const char* word) const {
    const auto first = static_cast<unsigned char>(word[0]);
    const auto second = static_cast<unsigned char>(word[1]);
    return begins_[first * std::size_t{256} + second];
  }

 private:
  struct Slot {
    std::string_view name;
    int place = -1;
  };
  std::vector<std::string> names_;
  std::vector<Slot> slots_;
  std::vector<bool> begins_;  // by the first two bytes
};

// By place in `names`. Definitions in the order of `files`, then of lines.
Result<std::vector<SymbolFinds>> ScanTree(const std::string& root, const std::vector<std::string>& files,
                                          const std::vector<std::string>& names, std::size_t largest_file,
                                          std::stop_token stop);

}  // namespace forge
