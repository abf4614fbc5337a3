#include "graph/writes_tree.h"

namespace forge {

WritesTree::WritesTree(const std::vector<StepSpec>& steps) {
  offsets_.reserve(steps.size() + 1);
  std::size_t count = 0;
  for (const StepSpec& step : steps) {
    offsets_.push_back(count);
    count += step.writes.size();
  }
  offsets_.push_back(count);
  places_.reserve(count);
  tree_.Reserve(count);
  for (const StepSpec& step : steps) {
    for (const std::string& path : step.writes) places_.push_back(tree_.Add(path));
  }
}

}  // namespace forge
