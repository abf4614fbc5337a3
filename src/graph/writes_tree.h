// What all steps of a plan write, in one tree of paths.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "graph/path_tree.h"
#include "model/step.h"

namespace forge {

// Borrows the steps.
class WritesTree {
 public:
  explicit WritesTree(const std::vector<StepSpec>& steps);

  const PathTree& tree() const { return tree_; }

  std::size_t size() const { return places_.size(); }  // of all steps together

  // One for each of the step's writes, in their order.
  std::span<const PathTree::Place> Of(int step) const {
    const std::size_t begin = offsets_[static_cast<std::size_t>(step)];
    return std::span(places_).subspan(begin, offsets_[static_cast<std::size_t>(step) + 1] - begin);
  }

 private:
  PathTree tree_;
  std::vector<PathTree::Place> places_;
  std::vector<std::size_t> offsets_;
};

}  // namespace forge
