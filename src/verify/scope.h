// Did a step stay where it said it would? By the files it really changed. Pure; git gives the list.
#pragma once

#include <string>
#include <vector>

#include "model/step.h"

namespace forge {

// One line for each changed file that the step disallows, or that is outside of what it says it writes (a step that
// says nothing may write anywhere). Paths are compared as graph/pattern.h does.
std::vector<std::string> CheckScope(const StepSpec& step, const std::vector<std::string>& changed);

// The same of a run that does the step: it also writes what is now true into the project's documents (`task`), so
// beside the step's Writes it may change those that the step does not forbid.
std::vector<std::string> CheckScopeOfRun(const StepSpec& step, const std::vector<std::string>& changed);

// By the same rule, one line for each path that a plan's steps mean to write and that the run which does `above` may
// not change.
std::vector<std::string> FindBeyond(const StepSpec& above, const std::vector<StepSpec>& steps);

}  // namespace forge
