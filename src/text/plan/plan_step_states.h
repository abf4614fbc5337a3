// Where the steps of a plan stand, and what is written of their states: for those who only write states, and need not
// read every field (plan_steps.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/ids.h"
#include "text/markdown.h"

namespace forge {

// As ReadPlanSteps reads the same step.
struct StepStatePlace {
  StepId id;
  int line = 0;       // of its heading
  int last_line = 0;  // of its block
  std::string state;
  int state_line = 0;  // of the last `**State:**` line; 0: there is none
};

// Of the blocks [begin, end) of a `## Steps` section that ends with `last_line`.
std::vector<StepStatePlace> FindStepStates(const Markdown& document, std::size_t begin, std::size_t end, int last_line);

}  // namespace forge
