// Asking the person at the terminal for the answers a run waits for.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// False when a question is left open: the person leaves it for later (an empty line, end of input, Ctrl-C).
Result<bool> AskPerson(Context& context, RunId run);

}  // namespace forge::cli
