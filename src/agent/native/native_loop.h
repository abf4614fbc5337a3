// One unit of a native runtime: asks the model and runs its tools until it is done. Knows no provider: a Protocol does.
#pragma once

#include <stop_token>

#include "agent/native/native_protocol.h"
#include "agent/native/native_settings.h"
#include "agent/runtime.h"

namespace forge {

// Blocks like Runtime::Ask.
AgentAnswer RunNativeLoop(const Protocol& protocol, const NativeSettings& settings, const AgentRequest& request,
                          std::stop_token stop);

}  // namespace forge
