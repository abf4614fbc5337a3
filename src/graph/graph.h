// The graph of a plan's steps: order, cycles, longest remaining path, write conflicts. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "model/step.h"
#include "model/step_places.h"

namespace forge {

// For each step a list of others. All lists are stored in one array: a plan has as many lists as steps.
class Edges {
 public:
  Edges() = default;
  // Pairs of step and other; the others of a step keep the pairs' order.
  Edges(int steps, const std::vector<std::pair<int, int>>& pairs);

  std::span<const int> operator[](std::size_t step) const {
    return std::span(others_).subspan(begins_[step], begins_[step + 1] - begins_[step]);
  }
  std::size_t size() const { return begins_.size() - 1; }
  bool operator==(const Edges&) const = default;

 private:
  std::vector<std::size_t> begins_ = {0};
  std::vector<int> others_;
};

// Steps by their place in the plan; edges to unknown or repeated ids are left out (check.h reports them).
struct StepGraph {
  Edges needs;                             // by place: what it depends on, in the plan's order
  Edges feeds;                             // by place: what depends on it
  std::vector<std::int64_t> remaining_ms;  // longest path from its start to the end, by estimate (1 each without)
  StepPlaces places;
  // One for each knot of steps that all wait for each other: the shortest through its first step, each step followed by
  // one it needs. Steps of a knot are never ready.
  std::vector<std::vector<int>> cycles;

  int size() const { return static_cast<int>(needs.size()); }
  int Find(std::string_view id) const { return places.Find(id); }  // -1 when absent
  bool operator==(const StepGraph&) const = default;
};

StepGraph BuildGraph(const std::vector<StepSpec>& steps);

// May these two write the same path? Directories cover what is below them; `*`, `**` and `?` count on either side.
// A step that declares nothing conflicts with nothing: what it really wrote is seen when it is merged.
bool WritesConflict(const StepSpec& a, const StepSpec& b, Braces braces = Braces::kChoices);
bool PatternsOverlap(std::string_view a, std::string_view b, Braces braces = Braces::kChoices);

}  // namespace forge
