// The first run in a repository: what is missing is asked for once, at the terminal, and written to .forge/config.toml.
#pragma once

#include "base/result.h"
#include "service/forge.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Only at a terminal, and only while the project has no config.toml and no agent is configured. Asks which agent to use
// and, when none is detected, the test command. Afterwards the context has the new settings.
Status SetUpFirstRun(Context& context, const StartRequest& request);

// A line for a run whose project has no command that could prove its work; empty: it has one, or the run asks for none.
std::string UnprovenNote(Context& context, RunId run);

}  // namespace forge::cli
