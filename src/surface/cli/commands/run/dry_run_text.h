// `forge run --dry-run` for people.
#pragma once

#include "service/dry_run.h"
#include "surface/cli/command.h"

namespace forge::cli {

void PrintDryRun(Context& context, const DryRun& run);

}  // namespace forge::cli
