// A plan as a document that reads back as the same plan. Pure; to change a document that a person wrote, see
// plan_edit.h.
#pragma once

#include <string>

#include "text/plan/plan.h"

namespace forge {

// ParsePlan(PrintPlan(plan)) says the same as `plan` for every plan whose headings below Steps are all steps. Texts are
// printed as they are where that reads back, and else as a verbatim block. docs/plans.md says what is normalised.
std::string PrintPlan(const PlanDocument& plan);

// One `### Step id: title` block, ending with a line end. The state is left out when empty.
std::string PrintStep(const StepSpec& step, const std::string& state = "");

}  // namespace forge
