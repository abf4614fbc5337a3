// Whether two steps may write the same path.
#include <algorithm>

#include "graph/graph.h"
#include "graph/pattern.h"

namespace forge {

bool PatternsOverlap(std::string_view a, std::string_view b, Braces braces) {
  if (a == b) return true;
  return PatternsOverlap(Pattern(a, braces), Pattern(b, braces));
}

bool WritesConflict(const StepSpec& a, const StepSpec& b, Braces braces) {
  return std::any_of(a.writes.begin(), a.writes.end(), [&](const std::string& mine) {
    return std::any_of(b.writes.begin(), b.writes.end(),
                       [&](const std::string& theirs) { return PatternsOverlap(mine, theirs, braces); });
  });
}

}  // namespace forge
