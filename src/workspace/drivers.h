// The programs that git runs from its configuration: filters, merge drivers, remote helpers. All worktrees share the
// repository's configuration, so an agent that can write it could make us run anything. We only run what was configured
// when the run began. Knows no runs.
#pragma once

#include <string>

#include "base/result.h"
#include "workspace/git.h"

namespace forge {

// The current configuration, as a text to store and compare.
Result<std::string> ReadDrivers(const Git& git);

// git with the drivers of `trusted` instead of `now`: a changed driver is restored, a new one does nothing. kConflict
// for the one case that cannot be undone this way: a `process` added to one of the user's filters.
Result<Git> Pinned(const Git& git, const std::string& trusted, const std::string& now);

}  // namespace forge
