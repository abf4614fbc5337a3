// Panels: several agents on one question, whose answers the engine aggregates. Changes the members of its stage, and
// then moves the lane by the result.
#pragma once

#include <string>

#include "engine/budgets.h"
#include "engine/endings.h"
#include "engine/lane_moves.h"
#include "engine/revisions.h"
#include "engine/state_change.h"

namespace forge {

class Panels {
 public:
  Panels(StateChange& change, LaneMoves& lanes, Endings& endings, Budgets& budgets, Revisions& revisions)
      : change_(change),
        lanes_(lanes),
        endings_(endings),
        budgets_(budgets),
        revisions_(revisions),
        state_(change.state()) {}

  // Starts every member that may start, and again as members finish; aggregates once all have.
  void Dispatch(LaneId lane);
  void OnMember(LaneId lane, const Unit& unit, const UnitOutcome& outcome);

 private:
  std::string Basis(LaneId lane, const Member& member) const;
  void OpenRound(LaneId lane);
  // Of a member whose approval is of a plan with other steps: what it is asked with, if it comes to that.
  MemberMemo AskedLast(LaneId lane, const MemberMemo& approved) const;
  void EndEarly(LaneId lane);
  void SpareTheLast(LaneId lane);
  bool BacksOff(LaneId lane, const Member& member) const;
  void OnFailure(LaneId lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                 const ProvidersWord& word);
  void Aggregate(LaneId lane);
  void Settle(LaneId lane);

  StateChange& change_;
  LaneMoves& lanes_;
  Endings& endings_;
  Budgets& budgets_;
  Revisions& revisions_;
  State& state_;
};

}  // namespace forge
