// Landing a run as a use case: which runs may land, what the commits say, and a pull request where one is wanted.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "workspace/land_request.h"

namespace forge {

class Forge;
struct RunView;

struct LandWish {
  LandHow how = LandHow::kAuto;
  std::string branch;   // empty: the one that is checked out
  std::string message;  // empty: the run's objective
  bool hooks = true;
  bool unfinished = false;  // also a run that has not completed
  bool pull_request = false;
  bool overwrite_ignored = false;  // ignored files in the way; a copy is kept
  std::string remote;              // of a pull request; empty: origin, or the only one
};

struct LandReport {
  Landed landed;                      // of a pull request: what was pushed
  std::string remote;                 // where to
  std::string url;                    // of the pull request, as its program said
  std::vector<std::string> commands;  // what is left to do by hand
};

// As of run_queries.h, but `forge land` for a completed run whose work is on no branch of the user's yet.
std::string NextCommand(Forge& forge, const RunView& view);

Result<LandReport> LandRun(Forge& forge, RunId run, const LandWish& wish);

}  // namespace forge
