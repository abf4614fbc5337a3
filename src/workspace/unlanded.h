// Whether a run's branch still waits to be landed. For suggestions: it opens no worktrees, changes no refs and starts
// two git processes at most.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

// The run has a branch with commits that are on no other branch, on no remote branch, and in no squash on HEAD. Costs
// what was committed since the run began, whatever came before.
Result<bool> HasUnlanded(const std::string& repository, RunId run);

}  // namespace forge
