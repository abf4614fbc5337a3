// The FORGE_* variables of a unit's programs. docs/replay.md and docs/agents.md list them.
#pragma once

#include <map>
#include <string>

#include "agent/runtime.h"

namespace forge {

// Always sets all of them, so that none is inherited from a Forge that started us. The request's own variables win.
std::map<std::string, std::string> UnitEnvironment(const AgentRequest& request);

}  // namespace forge
