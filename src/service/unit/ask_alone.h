// A question to an agent outside of any run: resolved, sandboxed and put to an account as a unit's is.
#pragma once

#include <stop_token>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

class RunResources;
struct Role;
struct Stage;

// The question is treated as one of that stage. It goes to one account after the other while they are at their limits
// or refused.
Result<AgentAnswer> AskAlone(RunResources& resources, const Stage& stage, const Role& role, AgentRequest request,
                             std::stop_token stop);

}  // namespace forge
