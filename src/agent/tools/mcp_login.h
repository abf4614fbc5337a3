// The login of an MCP server of mcp.toml, if it is one that can have one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "agent/oauth/session.h"
#include "agent/tools/mcp_spec.h"

namespace forge {

// Null: a program, or a server whose headers in mcp.toml authorize us. `browser` (borrowed) may be null: then it cannot
// log in, but use and renew what there is.
std::shared_ptr<OauthSession> SessionOf(const McpServerSpec& server,
                                        const std::map<std::string, std::string>& environment, Browser* browser);

// Asks the server whether it wants a login, and logs in. `show` tells the person the address to open. kInvalid: it
// needs none, or does not say how.
Status LogInToServer(const McpServerSpec& server, const std::map<std::string, std::string>& environment,
                     std::function<void(const std::string& address)> show, const std::stop_token& stop);

// For programs that reach the server themselves: its current token as a header.
void AddToken(McpServerSpec& server, const std::map<std::string, std::string>& environment,
              const std::stop_token& stop);

}  // namespace forge
