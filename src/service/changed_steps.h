// Steps that are done and whose files have changed since: by a later step, or on the user's branch after the landing.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/state.h"
#include "service/project.h"
#include "service/run_queries.h"

namespace forge {

// By step, the files that it declares to write and that are not as it left them: on the run's branch, or, once that has
// landed, in HEAD. Patterns are passed over, and what git cannot answer is left out: this is a remark.
std::map<StepId, std::vector<std::string>> ChangedSteps(const Project& project, const RunView& view,
                                                        const State& state);

}  // namespace forge
