// The end of an ACP agent's turn: its stop reason, its error, what it used. Pure.
#pragma once

#include <string>

#include "agent/acp/acp_programs.h"
#include "agent/runtime.h"
#include "model/json.h"

namespace forge {

// A turn that ended with this reason; not failed if it is the normal one.
AgentAnswer AcpStopped(const std::string& reason);

// The error of a JSON-RPC response; `at` says to which request. `login`: how to log in, for an agent that wants a
// login.
AgentAnswer AcpFailed(const Json& error, const std::string& at, const std::string& login);
bool WantsLogin(const Json& error);

struct AcpUsage {
  Usage usage;
  std::string doubt;  // why it is an estimate; empty: it is exact
};
// `result`: of session/prompt. `usd`: of this turn.
AcpUsage AcpUsageOf(const Json& result, double usd, const AcpProgram& program);

}  // namespace forge
