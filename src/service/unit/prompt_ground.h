// What the engine does with a unit's work and does not let pass, as the unit is told it: only what code enforces. Pure.
#pragma once

#include <string>
#include <vector>

#include "service/unit/job.h"
#include "service/unit/prompt_work.h"

namespace forge {

// Whole sentences. `commands`: what the next check of the lane runs.
std::string GroundRules(const Job& job, const PromptReader& reader, const std::vector<std::string>& commands);

}  // namespace forge
