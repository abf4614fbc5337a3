// Repairs a step whose check failed, where the pipeline leaves that to the table of model/repair.h: retry, decompose,
// prune or blocked. Changes the step's lane and its notes.
#pragma once

#include <optional>

#include "engine/lane_moves.h"
#include "engine/revisions.h"
#include "engine/state_change.h"

namespace forge {

class Repairs {
 public:
  Repairs(StateChange& change, LaneMoves& lanes, Revisions& revisions)
      : change_(change), lanes_(lanes), revisions_(revisions), state_(change.state()) {}

  // `before` is the result of the check's last round.
  void Repair(LaneId lane, const UnitOutcome& outcome, const Json& before);

 private:
  void Prune(LaneId lane, const std::vector<std::string>& unmet, const std::string& why);
  std::optional<int> SplitStage(LaneId lane) const;
  bool MayDecompose(LaneId lane) const;

  StateChange& change_;
  LaneMoves& lanes_;
  Revisions& revisions_;
  State& state_;
};

}  // namespace forge
