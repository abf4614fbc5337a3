// Forge as tools: what agents may check, remember, look at and steer. Thin: each reads its arguments, calls a use case,
// and shows the outcome. docs/mcp.md lists them.
#pragma once

#include <vector>

#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/tools/world.h"

namespace forge::mcp {

// Borrow the world.
std::vector<Tool> ModuleTools(
    const World& world);  // validate, validate_plan, iteration_state, session_state, forge_logs
std::vector<Tool> MemoryTools(const World& world);
std::vector<Tool> RunTools(const World& world);

}  // namespace forge::mcp
