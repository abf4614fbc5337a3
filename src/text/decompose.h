// Steps for a plan that lists its changes by file but has no `## Steps`: files grouped by what belongs together.
// Pure and linear. docs/plans.md says how.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.h"
#include "text/markdown.h"
#include "text/plan_sections.h"

namespace forge {

struct DecomposeOptions {
  std::size_t max_files = 5;  // of one step
};

// From `## Change Manifest` where there is one, else from `## Changes`. Ids are phase-1, phase-2, ...; the last is an
// audit that depends on all. A plan that names no file gets one step for everything and the audit.
std::vector<StepSpec> DecomposePlan(const Markdown& document, const std::vector<PlanSection>& sections,
                                    const DecomposeOptions& options = {});

// Is this path a test, and of which file? Empty: it is no test, or nobody knows of what.
bool IsTestPath(std::string_view path);

}  // namespace forge
