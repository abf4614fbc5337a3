// Arguments that many commands take: RUN and --agent.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

Positional OptionalRun();
Option AgentOption(const std::string& whose);  // "the agent"
Result<RunId> ChosenRun(const Context& context, const Args& args);

}  // namespace forge::cli
