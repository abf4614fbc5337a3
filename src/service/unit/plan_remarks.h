// What the reviewers of a plan remarked when they approved it, for those who do its steps. Pure.
#pragma once

#include <string>
#include <string_view>

#include "model/step.h"
#include "service/unit/job.h"

namespace forge {

// The findings of the review that may be about the job's step, one line each.
std::string RemarksFor(const Job& job, const std::string& review, const std::string& stage);

// Whether the step, or the plan around it, is another one than in the plan that was judged. An empty one: nothing is
// known.
bool IsStepChanged(std::string_view judged, std::string_view plan, const StepSpec& step);

}  // namespace forge
