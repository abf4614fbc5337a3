// Whether the results of runs are on the user's branches. One rule for every question that depends on it: what to
// suggest, what to list, what may be deleted. Opens no worktrees and changes no refs.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

enum class WorkStanding {
  kNoBranch,  // the run has no branch and never merged anything: nothing to land
  kLanded,
  kUnlanded,
};

// A run has landed if its tip (that of its branch, or where Forge left a branch that was deleted) is on a branch of the
// user's, here or pushed, or if such a branch holds a commit that was made of that very tip: one of a recorded landing,
// or a squash that names the tip, among the newest 10,000 since. Everything else is unlanded; what git cannot answer is
// an error. Every run that was asked about is in the answer. Two git processes at most, however many runs there are;
// two more after recorded commits are gone.
Result<std::map<RunId, WorkStanding>> FindStandings(const std::string& repository, const std::set<RunId>& runs);

}  // namespace forge
