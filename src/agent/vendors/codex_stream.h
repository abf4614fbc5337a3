// The events of `codex exec --json`. Pure.
#pragma once

#include <memory>

#include "agent/vendors/cli_stream.h"

namespace forge {

std::unique_ptr<CliStream> MakeCodexStream(const AgentRequest& request);

}  // namespace forge
