// The graph of a plan's steps: order, cycles, longest remaining path, write conflicts. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.h"

namespace forge {

// Steps by their place in the plan; edges to unknown or repeated ids are left out (check.h reports them).
struct StepGraph {
  std::vector<std::vector<int>> needs;     // by place: what it depends on
  std::vector<std::vector<int>> feeds;     // by place: what depends on it
  std::vector<std::int64_t> remaining_ms;  // longest path from its start to the end, by estimate (1 each without)
  std::map<std::string, int, std::less<>> places;
  std::vector<std::vector<int>> cycles;  // each once, in order; steps on them are never ready

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
