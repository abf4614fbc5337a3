// Steps for a plan that lists its changes by file but has no `## Steps`: files grouped by what belongs together.
// Pure and linear. docs/plans.md says how.
#pragma once

#include <cstddef>
#include <vector>

#include "model/step.h"
#include "text/decompose/file_modules.h"
#include "text/markdown.h"
#include "text/plan/plan.h"
#include "text/plan/plan_sections.h"

namespace forge {

struct DecomposeOptions {
  std::size_t max_files = 5;  // of one step
  // The steps as they were. Files that one of them had stay together, and a step keeps its id: by what it does, or by
  // its files if only the text about them changed. New steps get new numbers.
  std::vector<StepSpec> before = {};
};

struct Decomposition {
  std::vector<StepSpec> steps;
  std::vector<int> lines;             // by step: where its first file is named; 0: nowhere
  std::vector<PlanProblem> problems;  // paths out of the repository, files that wait for what no step changes
  std::vector<PlanProblem> notes;     // paths that Changes only mentions, code in Testing that is no command
};

// From `## Change Manifest` where there is one, else from `## Changes`. Ids are phase-1, phase-2, ...; the last is an
// audit that depends on all. Steps wait for each other only where the plan says so (`Depends on:` below a file).
// The commands of `## Testing` verify the audit, which is the whole; of the other steps only the one that is alone, and
// those whose files a command names and no other step's.
// A plan that names no file gets one step to read it, one for everything, and the audit.
Decomposition Decompose(const Markdown& document, const std::vector<PlanSection>& sections,
                        const DecomposeOptions& options = {});

}  // namespace forge
