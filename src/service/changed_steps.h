// Steps that are done and whose files have changed since: by a step that was not to write them, or in the user's
// checkout after the landing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "model/step.h"
#include "service/project.h"
#include "store/store.h"

namespace forge {

using FilesByStep = std::map<StepId, std::vector<std::string>>;

// By step, the files that it declares to write and that are not as it left them, or as a step left them that is built
// on it and was to write them too: on the run's branch, or, once that has
// landed, in the checkout, committed or not. Patterns are passed over, and what git cannot answer is left out: this is
// a remark. `specs`: of the plan.
FilesByStep ChangedSteps(const Project& project, const RunRow& run, const std::vector<StepRow>& steps,
                         const std::vector<StepSpec>& specs);

// " (changed since: a.cc, b.cc)"; empty: nothing changed.
std::string ChangedText(const FilesByStep& changed, const StepId& step);

}  // namespace forge
