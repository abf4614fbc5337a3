// The first run in a repository: what is missing is asked for once, at the terminal, and written to .forge/config.toml.
#pragma once

#include "base/result.h"
#include "service/forge.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Only where a person sits, and only while the project has no config.toml and nobody has said which agent to use: which
// one, and, where none can be told, which command proves the project. Afterwards the context has the new settings.
Status SetUpFirstRun(Context& context, const StartRequest& request);

// A line for a run whose project has no command that could prove its work; empty: it has one, or the run asks for none.
std::string UnprovenNote(Context& context, RunId run);

}  // namespace forge::cli
