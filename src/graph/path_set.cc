#include "graph/path_set.h"

namespace forge {

void PathSet::Add(const Pattern& pattern, int owner) {
  const std::size_t place = taken_.size();
  taken_.push_back({pattern, owner});
  if (pattern.is_glob()) {
    globs_[pattern.Key(pattern.literal)].push_back(place);
  } else {
    literals_.emplace(pattern.Key(pattern.parts.size()), owner);
  }
  for (std::size_t count = 0; count < pattern.literal; ++count) below_[pattern.Key(count)].push_back(place);
}

int PathSet::FindOwner(const Pattern& pattern) const {
  for (std::size_t count = 0; count <= pattern.literal; ++count) {
    const std::string key = pattern.Key(count);
    if (auto it = literals_.find(key); it != literals_.end()) return it->second;
    auto globs = globs_.find(key);
    if (globs == globs_.end()) continue;
    for (std::size_t place : globs->second) {
      if (PatternsOverlap(taken_[place].pattern, pattern)) return taken_[place].owner;
    }
  }
  auto below = below_.find(pattern.Key(pattern.literal));
  if (below == below_.end()) return kNobody;
  if (!pattern.is_glob()) return taken_[below->second.front()].owner;
  for (std::size_t place : below->second) {
    if (PatternsOverlap(taken_[place].pattern, pattern)) return taken_[place].owner;
  }
  return kNobody;
}

}  // namespace forge
