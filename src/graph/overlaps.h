// Steps that can run at the same time and may write the same path. Knows patterns and the order, not how it is shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/order.h"
#include "graph/writes_tree.h"
#include "model/step.h"

namespace forge {

struct WriteOverlap {
  int first = 0, second = 0;       // places, first < second
  std::vector<std::string> files;  // as the second writes them, and as the first does where that differs
  bool case_only = false;          // the paths differ in nothing but upper and lower case
};

struct WriteOverlaps {
  std::vector<WriteOverlap> pairs;  // by places
  bool complete = true;             // false: there may be more than were looked for
};

// At most `max_pairs` of them. Steps that never start overlap with nothing. Time grows with the number of writes and
// of pairs found; a plan made of globs that could all meet is looked at up to a bound (then not complete).
WriteOverlaps FindWriteOverlaps(const std::vector<StepSpec>& steps, const WritesTree& writes, StepOrder& order,
                                std::size_t max_pairs);

}  // namespace forge
