// Reads a plan document from disk into what the engine needs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/outcome.h"

namespace forge {

// Where the steps of a plan may come from. A person's plan may leave them out: they are made from its `## Changes`. A
// model's plan lists them, unless its stage says otherwise, for nothing that it did not write is taken as its plan.
enum class StepSource { kListed, kListedOrChanges };

// Labels of steps that are no fields: kept as they are, or faults, so that a model's misspelt field is not lost.
enum class OtherLabels { kKept, kRefused };

// All problems of the document in one error, with lines.
Result<PlanRef> ReadPlanText(std::string_view text, const std::string& name,
                             StepSource source = StepSource::kListedOrChanges, OtherLabels labels = OtherLabels::kKept);
Result<PlanRef> LoadPlanFile(const std::string& path);

// An older Forge kept the lines of claims in the plan of a run, and a run compares whole steps: one that is the same
// but for these stays as it is in `before`, and is not done again.
void KeepClaimLines(const PlanRef& before, PlanRef& plan);
bool HasClaimLines(const PlanRef& plan);

}  // namespace forge
