// The graph of a plan's steps: order, cycles, longest remaining path, write conflicts. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/step.h"

namespace forge {

// Steps by their place in the plan; edges to unknown or repeated ids are left out (check.h reports them).
struct StepGraph {
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library looks for this name
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };

  std::vector<std::vector<int>> needs;     // by place: what it depends on
  std::vector<std::vector<int>> feeds;     // by place: what depends on it
  std::vector<std::int64_t> remaining_ms;  // longest path from its start to the end, by estimate (1 each without)
  std::unordered_map<std::string, int, Hash, std::equal_to<>> places;
  // One for each knot of steps that all wait for each other: the shortest through its first step, each step followed by
  // one it needs. Steps of a knot are never ready.
  std::vector<std::vector<int>> cycles;

  int size() const { return static_cast<int>(needs.size()); }
  int Find(std::string_view id) const;  // -1 when absent
  bool operator==(const StepGraph&) const = default;
};

StepGraph BuildGraph(const std::vector<StepSpec>& steps);

// May these two write the same path? Directories cover what is below them; `*`, `**` and `?` count on either side.
// A step that declares nothing conflicts with nothing: what it really wrote is seen when it is merged.
bool WritesConflict(const StepSpec& a, const StepSpec& b);
bool PatternsOverlap(std::string_view a, std::string_view b);

}  // namespace forge
