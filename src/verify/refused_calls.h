// What the sandbox refused a command, by the words of its output. Pure.
#pragma once

#include <string>
#include <string_view>

#include "os/sandbox.h"

namespace forge {

// Of the output of a command that failed in the sandbox: what there is not here, and which setting allows it, in a line
// each. Only where nothing can be mounted: elsewhere the sandbox has its own of these. Empty: nothing is known.
std::string RefusedCalls(std::string_view output, const Sandbox& sandbox, const SandboxPowers& powers);

}  // namespace forge
