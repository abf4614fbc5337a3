// Kept refs that are no longer needed: of runs whose work has landed, or that were given up. Lists and deletes them;
// the surface asks in between.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "workspace/kept.h"

namespace forge {

class Forge;

struct PrunableRun {
  RunId run;
  std::string why;  // "landed", "cancelled", "abandoned", "worked in your checkout"; of a child run: its parent's
  std::string objective;
  std::vector<KeptRef> refs;   // the run's branch among them, unless it is checked out
  std::size_t not_landed = 0;  // of them, those whose work is on no branch of the user's: attempts, leftovers
};

struct Prunable {
  std::vector<PrunableRun> runs;   // by number
  std::vector<PrunableRun> stays;  // have refs, and `why` says why they stay: "not landed", "waiting", ...
};
// With a run: that one only, and the runs below it. Only so do runs go that worked in the checkout, whose refs hold
// copies of the user's files, and completed ones of which there is no branch to be found on the user's.
Result<Prunable> FindPrunable(Forge& forge, std::optional<RunId> run);

// Deletes the refs that were listed. The run's worktrees are given back first: what is saved from them then stays.
Status PruneRun(Forge& forge, const PrunableRun& run);

}  // namespace forge
