// The paths that are taken: which steps may join those that run. Knows patterns, not steps.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/pattern.h"

namespace forge {

// Each pattern is added with an owner, a number of the caller's. Adding and asking take the time of the pattern's
// depth; for globs also that of the patterns below their literal beginning.
class PathSet {
 public:
  static constexpr int kNobody = -1;

  void Add(const Pattern& pattern, int owner);

  // The owner of a pattern in the set that overlaps with this one.
  int FindOwner(const Pattern& pattern) const;

 private:
  struct Taken {
    Pattern pattern;
    int owner;
  };

  std::vector<Taken> taken_;
  std::unordered_map<std::string, int> literals_;                    // whole key to owner
  std::unordered_map<std::string, std::vector<std::size_t>> globs_;  // by the key of their literal beginning
  std::unordered_map<std::string, std::vector<std::size_t>> below_;  // by the key of each directory above
};

}  // namespace forge
