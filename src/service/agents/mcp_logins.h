// The user's logins to MCP servers of mcp.toml: log in by a browser, log out. docs/mcp.md describes them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "agent/tools/mcp_spec.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

// Returns when the login is kept and the server has answered with it: how many tools it offers. `show` tells the person
// the address to open.
Result<std::size_t> LogInTo(const McpServerSpec& server, const Machine& machine,
                            std::function<void(const std::string& address)> show);
// False: there was no login.
Result<bool> LogOutOf(const McpServerSpec& server);
bool IsLoggedIn(const McpServerSpec& server);

}  // namespace forge
