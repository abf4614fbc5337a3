// The programs that git runs because a configuration says so: filters, merge drivers, ways to reach a remote. All
// worktrees share the repository's configuration, so an agent that may write it could have us run what it likes: only
// what was configured when the run began is run. Knows no runs.
#pragma once

#include <string>

#include "base/result.h"
#include "workspace/git.h"

namespace forge {

// As they are configured now; a text to be kept, and compared.
Result<std::string> ReadDrivers(const Git& git);

// git with those of `trusted`, whatever `now` says: what was changed is as it was, what is new does nothing. kConflict
// for the one thing that cannot be taken back so: a `process` that was added to a filter of the user's.
Result<Git> Pinned(const Git& git, const std::string& trusted, const std::string& now);

}  // namespace forge
