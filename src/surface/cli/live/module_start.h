// What is said before a run of modules begins: the banner, a run that was left unfinished, changes that workers would
// not see. Asks where a person sits; elsewhere it only says so.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/start_run.h"
#include "surface/cli/command.h"

namespace forge::cli {

struct ModuleStart {
  bool go_on = true;            // false: the person wants to put something in order first
  std::optional<RunId> resume;  // go on with this one instead
};

bool NamesModules(const std::string& pipeline);

// May make the request a lite one.
Result<ModuleStart> BeginModules(Context& context, StartRequest& request);

// The plan that a run of modules asks about, as a screen; empty when it is no such run.
Result<std::string> ModuleApproval(Context& context, RunId run);
// The table at its end; empty when it is no such run, or one that goes on.
Result<std::string> ModuleEnd(Context& context, RunId run);

}  // namespace forge::cli
