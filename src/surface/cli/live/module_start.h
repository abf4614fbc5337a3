// What is printed before a run of modules starts: the banner, an unfinished run, uncommitted changes that workers would
// not see. Asks at a terminal; elsewhere it only prints.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/start_run.h"
#include "surface/cli/command.h"

namespace forge::cli {

struct ModuleStart {
  bool go_on = true;            // false: the user wants to commit first
  std::optional<RunId> resume;  // resume this one instead
};

// Does nothing unless the pipeline of the request has `display = "modules"`. May make the request a lite one.
Result<ModuleStart> BeginModules(Context& context, StartRequest& request);

// The table at its end; empty for other runs, and while it has not ended.
Result<std::string> ModuleEnd(Context& context, RunId run);

}  // namespace forge::cli
