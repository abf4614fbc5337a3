// Steps for a plan that lists its changes by file but has no `## Steps`: files grouped by what belongs together.
// Pure and linear. docs/plans.md says how.
#pragma once

#include <cstddef>
#include <vector>

#include "model/step.h"
#include "text/decompose/test_path.h"
#include "text/markdown.h"
#include "text/plan/plan.h"
#include "text/plan/plan_sections.h"

namespace forge {

struct DecomposeOptions {
  std::size_t max_files = 5;  // of one step
};

struct Decomposition {
  std::vector<StepSpec> steps;
  std::vector<int> lines;             // by step: where its first file is named; 0: nowhere
  std::vector<PlanProblem> problems;  // paths out of the repository, files that wait for what no step changes
};

// From `## Change Manifest` where there is one, else from `## Changes`. Ids are phase-1, phase-2, ...; the last is an
// audit that depends on all. Steps wait for each other only where the plan says so (`Depends on:` below a file).
// A plan that names no file gets one step to read it, one for everything, and the audit.
Decomposition Decompose(const Markdown& document, const std::vector<PlanSection>& sections,
                        const DecomposeOptions& options = {});

// The steps alone.
std::vector<StepSpec> DecomposePlan(const Markdown& document, const std::vector<PlanSection>& sections,
                                    const DecomposeOptions& options = {});

}  // namespace forge
