// Answers an ACP agent that asks for permission: by what the unit's role may do, never by a default yes. Knows no
// connection.
#pragma once

#include <string>
#include <vector>

#include "agent/runtime.h"
#include "model/json.h"

namespace forge {

// What the role's tools allow, in the words of ACP's kinds of tools.
struct AcpRights {
  bool read = false, search = false, edit = false, execute = false, fetch = false;
  std::vector<std::string> roots;      // where it may change files
  std::vector<McpServerSpec> servers;  // whose tools it may call
};
AcpRights AcpRightsOf(const AgentRequest& request);

struct AcpRuling {
  bool allowed = false;
  std::string option;  // the option's id; empty: there is none of that kind, so the request is cancelled
  std::string why;     // of a refusal
};
// `call`: the tool call, with what earlier updates said of it. `options`: as the agent offers them.
AcpRuling RuleOn(const Json& call, const Json& options, const AcpRights& rights);

// Whether the path is in one of `roots`, and not git's own.
bool IsOwnPath(const std::string& path, const std::vector<std::string>& roots);

}  // namespace forge
