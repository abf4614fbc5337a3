// Which step comes before which: tiers, and whether one waits for another, however far. Does not know what steps write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/graph.h"

namespace forge {

// Borrows the graph. Building takes linear time; most questions are answered without a search.
class StepOrder {
 public:
  explicit StepOrder(const StepGraph& graph);

  // By place; -1 for steps of a knot or after one, which never start. 0: needs nothing.
  const std::vector<int>& tiers() const { return tiers_; }
  // Those that can start, each after all it needs.
  const std::vector<int>& sorted() const { return sorted_; }

  // Must one of them have ended before the other starts? Only for steps that can start.
  bool AreOrdered(int a, int b);
  // Does b wait for a?
  bool Comes(int a, int b);
  int Position(int place) const { return position_[static_cast<std::size_t>(place)]; }

 private:
  // u reaches only what lies inside its span, and certainly what lies inside its tree.
  struct Span {
    int low = 0, high = 0, tree_low = 0;
  };
  static constexpr int kLabellings = 2;

  void Sort();
  void LabelOnce();  // only plans whose steps meet in a path need it
  void Label(int which);
  bool MayReach(int from, int to) const;
  bool IsInTree(int from, int to) const;
  bool Search(int from, int to);

  const StepGraph& graph_;
  std::vector<int> tiers_, sorted_, position_;
  std::vector<Span> spans_[kLabellings];
  std::vector<int> seen_;  // by place: the search that saw it last
  std::vector<int> stack_;
  int search_ = 0;
};

}  // namespace forge
