// The runs, steps, plans, pipelines, roles and settings of a project, for completion. Only reads: a project without a
// store gets none, and what cannot be read is left out in silence.
#pragma once

#include "surface/cli/command.h"
#include "surface/cli/completion.h"

namespace forge::cli {

FindThings ThingsOf(Context& context);

}  // namespace forge::cli
