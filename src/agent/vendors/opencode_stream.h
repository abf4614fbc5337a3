// The stream of `opencode run --format json`. Pure.
#pragma once

#include <memory>

#include "agent/vendors/cli_stream.h"

namespace forge {

std::unique_ptr<CliStream> MakeOpencodeStream(const AgentRequest& request);

}  // namespace forge
