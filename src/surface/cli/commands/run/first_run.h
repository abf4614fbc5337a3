// The first runs in a repository: what is missing is asked for at the terminal until it is answered, and written to
// .forge/config.toml.
#pragma once

#include "base/result.h"
#include "engine/input.h"
#include "service/start_run.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Only at a terminal, and only while no agent is configured, or the project's own settings name one. Asks which agent
// to use and, when none is detected, the test command. Afterwards the context has the new settings.
Status SetUpFirstRun(Context& context, const StartRequest& request);

// A line for a run whose project has no command that could prove its work; empty: it has one, or the run asks for none.
std::string UnprovenNote(Context& context, const Started& start);

}  // namespace forge::cli
