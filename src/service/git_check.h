// Compares what git holds of a run with the run's journal, asks a person where they differ, and carries the answer out.
// The journal may be older than git (a restored copy of the store), and a person may have moved the run's branch.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "engine/state.h"
#include "workspace/workspace.h"

namespace forge {

class Forge;
struct Project;

// For an engine that has just taken the run, before its first unit. Records a question if they differ: the run waits
// then, and `state`, the run as its journal has it now, is behind. Returns where the branch is; empty if it has none
// yet.
Result<std::string> AgreeWithGit(Forge& forge, RunId run, const State& state);

// Moves the branch as the answer to such a question asks, before the answer is recorded: with it the run may end.
Status CarryOutAnswer(Forge& forge, RunId run, const std::string& answer);

// The last question about git that has an answer; none: 0.
QuestionId LastGitAnswer(const State& state);

// What an engine tells its run when the branch was moved under it.
GitDiffers BranchWasMoved(const std::string& branch, const MovedBranch& moved);

// How git is ahead of the journal; nothing if it is not. `target`: the newest of the journal's commits. Changes
// nothing.
std::optional<GitDiffers> FindAhead(const State& state, const std::string& branch, const RunInGit& found,
                                    const std::string& target);

// An engine drives it now.
Result<bool> IsRunning(Forge& forge, RunId run);

// For `forge doctor`: how git and the journals of runs that have not ended differ, a sentence each. Changes nothing,
// and judges no run that an engine is working on.
struct GitFinding {
  RunId run;
  bool known = true;     // false: git has its work, and the store does not know it
  bool running = false;  // an engine has it: nothing is compared
  std::string text;
};
Result<std::vector<GitFinding>> CompareAllWithGit(Forge& forge);
// The same without a store: every run that git has.
Result<std::vector<GitFinding>> FindUnknownRuns(const Project& project, const std::set<RunId>& known);

}  // namespace forge
