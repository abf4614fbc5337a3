// The RUN argument that most commands take.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

Positional OptionalRun();
Result<RunId> ChosenRun(const Context& context, const Args& args);

}  // namespace forge::cli
