// Forge as resources (forge://...), prompts and completions: what a client may read, begin with, and complete.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/tools/world.h"

namespace forge::mcp {

// Borrow the world.
ResourceSource ForgeResources(const World& world);
std::vector<Prompt> RolePrompts(const World& world);
std::optional<std::vector<std::string>> CompleteForge(const World& world, const CompletionRequest& request);

}  // namespace forge::mcp
