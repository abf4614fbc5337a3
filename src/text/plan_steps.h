// Step blocks of a plan's `## Steps` section, from Markdown blocks to StepSpec. Does not check steps against each other
// (plan_check.h).
#pragma once

#include <cstddef>
#include <vector>

#include "text/markdown.h"
#include "text/plan.h"

namespace forge {

// Where the parts of a step were written, for messages.
struct Written {
  int line = 0;
  int column = 0;
};

struct PlanStep {
  StepSpec spec;
  Written heading;
  std::vector<Written> depends;  // one for each of spec.depends
};

// Reads the blocks [begin, end) of `document`. Problems of single steps go to `problems`.
std::vector<PlanStep> ReadPlanSteps(const Markdown& document, std::size_t begin, std::size_t end,
                                    std::vector<PlanProblem>& problems);

}  // namespace forge
