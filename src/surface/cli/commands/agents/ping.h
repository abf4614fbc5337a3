// The smallest request to an agent: does its login work?
#pragma once

#include "agent/runtime.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Asks for one word, in an empty directory and without the right to write.
Result<AgentRequest> MakePing(const Context& context);

}  // namespace forge::cli
