#include "graph/graph.h"

#include <algorithm>
#include <numeric>

#include "graph/index.h"

namespace forge {
namespace {

// Depth-first search with its own stack: a chain of 100,000 steps must not exhaust ours.
class OrderSearch {
 public:
  explicit OrderSearch(const StepGraph& graph)
      : graph_(graph), colour_(graph.needs.size(), Colour::kNew), next_(graph.needs.size(), 0) {}

  // Each step after everything it needs; cycles are cut at the edge that closes them.
  std::vector<int> Run() {
    order_.reserve(graph_.needs.size());
    for (int start = 0; start < graph_.size(); ++start) {
      if (colour_[Index(start)] == Colour::kNew) Visit(start);
    }
    return std::move(order_);
  }

  bool has_cycle() const { return has_cycle_; }

 private:
  enum class Colour : char { kNew, kOpen, kClosed };

  void Visit(int start) {
    path_ = {start};
    colour_[Index(start)] = Colour::kOpen;
    while (!path_.empty()) {
      const int step = path_.back();
      const auto& needs = graph_.needs[Index(step)];
      if (next_[Index(step)] == needs.size()) {
        colour_[Index(step)] = Colour::kClosed;
        order_.push_back(step);
        path_.pop_back();
        continue;
      }
      Follow(needs[next_[Index(step)]++]);
    }
  }

  void Follow(int need) {
    has_cycle_ |= colour_[Index(need)] == Colour::kOpen;
    if (colour_[Index(need)] != Colour::kNew) return;
    colour_[Index(need)] = Colour::kOpen;
    path_.push_back(need);
  }

  const StepGraph& graph_;
  std::vector<Colour> colour_;
  std::vector<std::size_t> next_;
  std::vector<int> path_;
  std::vector<int> order_;
  bool has_cycle_ = false;
};

// Knots are the strongly connected parts: from the order of one search, by a second one against the edges.
class KnotSearch {
 public:
  KnotSearch(const StepGraph& graph, const std::vector<int>& order)
      : graph_(graph), order_(order), knot_(graph.needs.size(), -1) {}

  std::vector<std::vector<int>> Run() {
    int knots = 0;
    for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
      if (knot_[Index(*it)] < 0) Spread(*it, knots++);
    }
    std::vector<int> size(Index(knots), 0);
    for (int knot : knot_) ++size[Index(knot)];
    std::vector<char> told(Index(knots), 0);
    std::vector<std::vector<int>> cycles;
    from_.assign(graph_.needs.size(), -1);
    for (int place = 0; place < graph_.size(); ++place) {
      const auto knot = Index(knot_[Index(place)]);
      const auto& needs = graph_.needs[Index(place)];
      const bool on_itself = std::find(needs.begin(), needs.end(), place) != needs.end();
      if (told[knot] != 0 || (size[knot] == 1 && !on_itself)) continue;
      told[knot] = 1;
      cycles.push_back(CycleThrough(place));
    }
    return cycles;
  }

 private:
  void Spread(int start, int knot) {
    std::vector<int> stack = {start};
    knot_[Index(start)] = knot;
    while (!stack.empty()) {
      const int step = stack.back();
      stack.pop_back();
      for (int next : graph_.feeds[Index(step)]) {
        if (knot_[Index(next)] >= 0) continue;
        knot_[Index(next)] = knot;
        stack.push_back(next);
      }
    }
  }

  // Breadth first along the needs, inside the knot, until it comes back.
  std::vector<int> CycleThrough(int first) {
    std::vector<int> queue = {first};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      for (int need : graph_.needs[Index(queue[at])]) {
        if (need == first) return PathTo(queue[at], first);
        if (knot_[Index(need)] != knot_[Index(first)] || from_[Index(need)] >= 0) continue;
        from_[Index(need)] = queue[at];
        queue.push_back(need);
      }
    }
    return {first};
  }

  std::vector<int> PathTo(int last, int first) const {
    std::vector<int> path;
    for (int step = last; step != first; step = from_[Index(step)]) path.push_back(step);
    path.push_back(first);
    std::reverse(path.begin(), path.end());
    return path;
  }

  const StepGraph& graph_;
  const std::vector<int>& order_;
  std::vector<int> knot_;
  std::vector<int> from_;
};

void AddEdges(const std::vector<StepSpec>& steps, StepGraph& graph) {
  std::vector<std::pair<int, int>> needs, feeds;
  std::size_t most = 0;
  for (const StepSpec& step : steps) most += step.depends.size();
  needs.reserve(most);
  feeds.reserve(most);
  std::vector<int> found;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    found.clear();
    for (const StepId& id : steps[place].depends) {
      const int need = graph.Find(id.value);
      if (need >= 0) found.push_back(need);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (int need : found) {
      needs.emplace_back(static_cast<int>(place), need);
      feeds.emplace_back(need, static_cast<int>(place));
    }
  }
  graph.needs = Edges(static_cast<int>(steps.size()), needs);
  graph.feeds = Edges(static_cast<int>(steps.size()), feeds);
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

Edges::Edges(int steps, const std::vector<std::pair<int, int>>& pairs) : begins_(Index(steps) + 1, 0) {
  for (const auto& [step, other] : pairs) ++begins_[Index(step) + 1];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  others_.resize(pairs.size());
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  for (const auto& [step, other] : pairs) others_[next[Index(step)]++] = other;
}

StepGraph BuildGraph(const std::vector<StepSpec>& steps) {
  StepGraph graph;
  graph.remaining_ms.resize(steps.size(), 0);
  graph.places = StepPlaces(steps);
  AddEdges(steps, graph);
  OrderSearch search(graph);
  const std::vector<int> order = search.Run();
  if (search.has_cycle()) graph.cycles = KnotSearch(graph, order).Run();
  MeasurePaths(steps, order, graph);
  return graph;
}

}  // namespace forge
