// Keeps the pages of a milestone in line with its runs, below `.forge/milestones` or where the setting
// `milestone_pages` says. Only writes: the store holds the truth, and no page is read as a state. A milestone is a run
// whose steps are runs (`over = "runs"`). docs/milestones.md lists the pages.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/state.h"

namespace forge {

class Forge;

class MilestoneMirror {
 public:
  MilestoneMirror(Forge& forge, RunId run) : forge_(forge), run_(run) {}

  // Would a page say something else than when they were last shown? Without a milestone never.
  bool Moved(const State& state);
  // Writes the pages of the run: those of the milestone, or of its step and the milestone's state. When the milestone
  // has ended, the pages of all milestones are put together. Each run writes files of its own, so two runs are in each
  // other's way nowhere; what they have in common is written under a lock.
  Status Show(const State& state);

 private:
  Forge& forge_;
  RunId run_;
  std::optional<RunId> milestone_;  // 0: there is none
  std::string shown_;
};

// For a command that changes a run which no engine drives. What is wrong is a warning.
void ShowMilestone(Forge& forge, RunId run, const State& state);

}  // namespace forge
