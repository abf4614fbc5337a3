// Whether the agents of a run can offer what its roles need. Asked before the start: later the plan is paid for. Knows
// pipelines and roles, not where the roles come from, and starts nothing.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "pipeline/pipeline.h"
#include "pipeline/roles.h"
#include "service/run_settings.h"

namespace forge {

using RoleSource = std::function<Result<Role>(const std::string& role)>;

// Names the first role, tool and agent that do not fit. `found`: what `auto` stands for. `confined`: whether there is a
// sandbox, which holds what a role says of the network; asked only then.
Status CheckRoleNeeds(const PipelineSet& set, const RunSettings& settings, const std::string& found,
                      const std::function<bool()>& confined, const RoleSource& load);

}  // namespace forge
