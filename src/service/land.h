// Landing a run as a use case: which runs may land, what the commits say, the proof of the tree that ships, and a pull
// request where one is wanted.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "verify/verify.h"
#include "workspace/land_request.h"

namespace forge {

class Forge;
struct RunRow;
struct RunView;

struct LandWish {
  LandHow how = LandHow::kAuto;
  std::string branch;   // empty: the one that is checked out
  std::string message;  // empty: the run's objective
  bool hooks = true;
  bool verify = true;       // a tree that the run has not verified, before the branch moves
  bool unfinished = false;  // also a run that has not completed
  bool pull_request = false;
  bool overwrite_ignored = false;                             // ignored files in the way; a copy is kept
  std::string remote;                                         // of a pull request; empty: origin, or the only one
  std::function<void(const std::string& command)> on_verify;  // a command of the proof begins
  std::function<Status()> may_land;  // called before anything changes, if there is something to land; an error ends it
  std::stop_token stop;              // ends the proof: nothing moves
};

struct LandReport {
  Landed landed;                      // of a pull request: what was pushed
  std::string remote;                 // where to
  std::string url;                    // of the pull request, as its program said
  std::vector<std::string> commands;  // what is left to do by hand
  bool proved = false;                // the merged tree was looked at
  std::string no_commands;            // why there was nothing to look at it with; empty: there was
  VerifyReport proof;                 // of the merged tree; without results: the run has no verify command
};

struct UndoReport {
  RunId run;
  Landed landed;           // `before` and `commit` are where the branch was and where it is now
  bool has_branch = true;  // the run's own: it can land again
};
// Takes the last landing back, or the last one of a run.
Result<UndoReport> UndoLanding(Forge& forge, std::optional<RunId> run);

// Completed runs whose work is on none of the user's branches, newest first, `most` at most; of the
// newest 200 that have ended.
Result<std::vector<RunRow>> ListUnlanded(Forge& forge, std::size_t most);

// As of run_queries.h, but `forge land` for a completed run whose work is on no branch of the user's yet.
std::string NextCommand(Forge& forge, const RunView& view);

// "landed on main at 4e6534d"; empty: its work is on no branch of the user's, or there is none.
std::string WhereLanded(Forge& forge, const RunRow& run);

// When the merged tree fails the run's verify commands, nothing has moved, and report.landed.rejected is set.
Result<LandReport> LandRun(Forge& forge, RunId run, const LandWish& wish);

// What is known of the merged tree, for people; empty: the run verified it, or nothing was merged.
std::string ProofLine(const LandReport& report);

// The newest run that repairs such a landing, not given up; none.
Result<std::optional<RunRow>> FindLandRepair(Forge& forge, RunId run, const LandReport& rejected);
// A run that repairs such a landing: it starts at the commit that was rejected, with the run's agent and pipeline, or
// the project's pipeline if that builds a plan that it is given. Its own landing brings both. kConflict: one is under
// way.
Result<RunId> StartLandRepair(Forge& forge, RunId run, const LandReport& rejected);

}  // namespace forge
