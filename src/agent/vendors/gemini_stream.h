// The stream of `gemini -o stream-json`. Pure.
#pragma once

#include <memory>

#include "agent/vendors/cli_stream.h"

namespace forge {

std::unique_ptr<CliStream> MakeGeminiStream(const AgentRequest& request);

}  // namespace forge
