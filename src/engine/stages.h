// What a lane does at the stage where it stands: its gate, its units, their attempts, and where their outcome sends it.
#pragma once

#include <string>

#include "engine/answers.h"
#include "engine/budgets.h"
#include "engine/endings.h"
#include "engine/handovers.h"
#include "engine/lane_moves.h"
#include "engine/panels.h"
#include "engine/questions.h"
#include "engine/repairs.h"
#include "engine/revisions.h"
#include "engine/state_change.h"
#include "engine/steps.h"

namespace forge {

class Stages {
 public:
  // All the other parts: a stage may be of any kind.
  struct Parts {
    StateChange& change;
    Questions& questions;
    LaneMoves& lanes;
    Steps& steps;
    Endings& endings;
    Budgets& budgets;
    Revisions& revisions;
    Repairs& repairs;
    Panels& panels;
    Answers& answers;
    Handovers& handovers;
  };
  explicit Stages(Parts parts) : use_(parts), state_(parts.change.state()) {}

  // For a lane that stands at a stage and waits for nothing.
  void Move(LaneId lane);
  void OnUnit(LaneId lane, const Unit& unit, const UnitOutcome& outcome);

 private:
  void MoveChild(LaneId lane);
  void Dispatch(LaneId lane);
  void SkipAsAsked(LaneId lane);
  void OnBudget(LaneId lane, const UnitOutcome& outcome);
  void OnCancelled(LaneId lane, const Unit& unit);
  void OnGate(LaneId lane, const UnitOutcome& outcome);
  void OnDone(LaneId lane, const UnitOutcome& outcome);
  void OnBaseline(LaneId lane, const UnitOutcome& outcome);
  void OnSplit(LaneId lane);
  void FallBack(LaneId lane, const std::string& error);
  void RepeatVerdict(LaneId lane);
  void OnFailure(LaneId lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                 const ProvidersWord& word);
  void AskTheBlocked(LaneId lane, const UnitOutcome& outcome);
  void AskForMissing(LaneId lane, const Unit& unit, const std::string& what);

  Parts use_;
  State& state_;
};

}  // namespace forge
