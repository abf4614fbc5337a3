// The FORGE_* variables a unit's programs see. docs/replay.md and docs/agents.md list them.
#pragma once

#include <map>
#include <string>

#include "agent/runtime.h"

namespace forge {

// All of them always, so that none is inherited from a Forge we were started by; the request's own on top.
std::map<std::string, std::string> UnitEnvironment(const AgentRequest& request);

}  // namespace forge
