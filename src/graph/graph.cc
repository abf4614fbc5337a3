#include "graph/graph.h"

#include <algorithm>

namespace forge {
namespace {

// Depth-first search with its own stack: a chain of 100,000 steps must not exhaust ours.
class CycleSearch {
 public:
  explicit CycleSearch(const StepGraph& graph)
      : graph_(graph), colour_(graph.needs.size(), Colour::kNew), next_(graph.needs.size(), 0) {}

  // Also yields the steps so that each comes after everything it needs (cycles cut at the edge that closes them).
  std::vector<std::vector<int>> Run(std::vector<int>& order) {
    for (int start = 0; start < graph_.size(); ++start) {
      if (At(colour_, start) == Colour::kNew) Visit(start, order);
    }
    return std::move(cycles_);
  }

 private:
  enum class Colour : char { kNew, kOpen, kClosed };

  template <typename T>
  static T& At(std::vector<T>& items, int place) {
    return items[static_cast<std::size_t>(place)];
  }

  void Visit(int start, std::vector<int>& order) {
    path_ = {start};
    At(colour_, start) = Colour::kOpen;
    while (!path_.empty()) {
      const int step = path_.back();
      const auto& needs = graph_.needs[static_cast<std::size_t>(step)];
      if (At(next_, step) == needs.size()) {
        At(colour_, step) = Colour::kClosed;
        order.push_back(step);
        path_.pop_back();
        continue;
      }
      Follow(needs[At(next_, step)++]);
    }
  }

  void Follow(int need) {
    if (At(colour_, need) == Colour::kNew) {
      At(colour_, need) = Colour::kOpen;
      path_.push_back(need);
    } else if (At(colour_, need) == Colour::kOpen) {
      auto from = std::find(path_.begin(), path_.end(), need);
      cycles_.emplace_back(from, path_.end());
    }
  }

  const StepGraph& graph_;
  std::vector<Colour> colour_;
  std::vector<std::size_t> next_;
  std::vector<int> path_;
  std::vector<std::vector<int>> cycles_;
};

void AddEdges(const std::vector<StepSpec>& steps, StepGraph& graph) {
  for (int place = 0; place < graph.size(); ++place) {
    auto& needs = graph.needs[static_cast<std::size_t>(place)];
    for (const StepId& id : steps[static_cast<std::size_t>(place)].depends) {
      const int need = graph.Find(id.value);
      if (need >= 0) needs.push_back(need);
    }
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    for (int need : needs) graph.feeds[static_cast<std::size_t>(need)].push_back(place);
  }
}

// `order` has needs first, so walking it backwards meets every step after all that it feeds.
void MeasurePaths(const std::vector<StepSpec>& steps, const std::vector<int>& order, StepGraph& graph) {
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const auto place = static_cast<std::size_t>(*it);
    std::int64_t longest = 0;
    for (int next : graph.feeds[place]) longest = std::max(longest, graph.remaining_ms[static_cast<std::size_t>(next)]);
    graph.remaining_ms[place] = longest + std::max<std::int64_t>(1, steps[place].estimate_ms);
  }
}

}  // namespace

int StepGraph::Find(std::string_view id) const {
  auto it = places.find(id);
  return it == places.end() ? -1 : it->second;
}

StepGraph BuildGraph(const std::vector<StepSpec>& steps) {
  StepGraph graph;
  graph.needs.resize(steps.size());
  graph.feeds.resize(steps.size());
  graph.remaining_ms.resize(steps.size(), 0);
  for (std::size_t place = 0; place < steps.size(); ++place) {
    graph.places.emplace(steps[place].id.value, static_cast<int>(place));
  }
  AddEdges(steps, graph);
  std::vector<int> order;
  order.reserve(steps.size());
  graph.cycles = CycleSearch(graph).Run(order);
  MeasurePaths(steps, order, graph);
  return graph;
}

}  // namespace forge
