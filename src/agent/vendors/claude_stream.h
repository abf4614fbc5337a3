// Claude Code's stream-json. Pure.
#pragma once

#include <memory>

#include "agent/vendors/cli_stream.h"

namespace forge {

std::unique_ptr<CliStream> MakeClaudeStream(const AgentRequest& request);

}  // namespace forge
