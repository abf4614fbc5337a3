// The runtime `acp:`: an agent program that speaks the Agent Client Protocol, started for each unit. docs/acp.md
// describes it. Knows no runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

// `rest`: after "acp:". A missing program's error says how to install it.
Result<std::unique_ptr<Runtime>> MakeAcpRuntime(const std::string& rest, const RuntimePlaces& places);

// Whether a runtime's name is one of these: "acp:gemini".
bool IsAcpRuntime(std::string_view runtime);

}  // namespace forge
