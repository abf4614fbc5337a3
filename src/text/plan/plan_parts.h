// A step of a plan document that becomes several: reads the parts from an answer, and writes them into the document.
// Pure; that a step may be taken apart at all is the engine's matter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/step.h"

namespace forge {

// The `### Step` blocks of an answer as parts of `whole`: named whole.1, whole.2 ... in their order, each with its own
// proof. A part waits only for other parts and for what the whole waits for, and writes only where the whole may.
// kInvalid, in words for the agent that wrote them, unless there are two to nine that keep these rules.
Result<std::vector<StepSpec>> ReadStepParts(std::string_view answer, const StepSpec& whole);

// The document with the parts below their step, which waits for them now. A document whose steps are derived from its
// changes lists them from then on. When the step has parts already, it stays as it is.
Result<std::string> TakeStepApart(std::string_view text, const StepId& step, const std::vector<StepSpec>& parts);

}  // namespace forge
