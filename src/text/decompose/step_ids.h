// Gives steps that were made again the ids they had: a run knows its steps by id. Does not know where steps come from.
#pragma once

#include <vector>

#include "model/step.h"

namespace forge {

// A step that does the same as one of `before` gets its id; then one with the same files, and the audit. The others get
// numbers above all that were used. `depends` follows. A step with the same text and files keeps the fields that a
// person added to it.
void KeepStepIds(const std::vector<StepSpec>& before, std::vector<StepSpec>& steps);

}  // namespace forge
