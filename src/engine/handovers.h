// Steps that a person takes over by hand, and how they come back to the pipeline. Does not know the worktrees, nor
// whether the process that holds a step still lives: the service tells.
#pragma once

#include <string>

#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/slots.h"
#include "engine/state_change.h"
#include "engine/steps.h"

namespace forge {

// Why a person cannot take the step over now; empty if they can. Pure.
std::string WhyNotTaken(const State& state, const StepTaken& in);

class Handovers {
 public:
  Handovers(StateChange& change, Questions& questions, LaneMoves& lanes, Slots& slots, Steps& steps)
      : change_(change), questions_(questions), lanes_(lanes), slots_(slots), steps_(steps), state_(change.state()) {}

  Status On(const StepTaken& in);
  Status On(const StepGivenBack& in);

  // The lane stands at a stage: what a person left for it is its work from here on. True: the stage is done with that.
  bool Apply(LaneId lane);

 private:
  Status Check(const StepGivenBack& in) const;
  void TakeWork(int place, const StepGivenBack& in);
  void Return(LaneId lane, Handwork& work);

  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Slots& slots_;
  Steps& steps_;
  State& state_;
};

}  // namespace forge
