// Did a step stay where it said it would? By the files it really changed. Pure; git gives the list.
#pragma once

#include <string>
#include <vector>

#include "model/step.h"

namespace forge {

// One line for each changed file that the step disallows, or that is outside of what it says it writes (a step that
// says nothing may write anywhere). Paths are compared as graph/pattern.h does.
std::vector<std::string> CheckScope(const StepSpec& step, const std::vector<std::string>& changed);

}  // namespace forge
