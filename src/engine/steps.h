// The steps of an `each` stage: which of them may start, what happens to them, and when the stage is over. Changes the
// steps, and the run's own lane when its last step has ended.
#pragma once

#include <string>

#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/slots.h"
#include "engine/state_change.h"

namespace forge {

class Steps {
 public:
  Steps(StateChange& change, Questions& questions, LaneMoves& lanes, Slots& slots)
      : change_(change), questions_(questions), lanes_(lanes), slots_(slots), state_(change.state()) {}

  void BeginEach();
  // Done or skipped: its dependents may start.
  void Settle(int place, StepStatus status, const std::string& reason);
  // Failed or blocked: its dependents wait, the other steps continue.
  void GiveUp(int place, StepStatus status, const std::string& reason);
  // Back to the start, as if it had never run; its history stays in the journal. Only for a step that was given up: no
  // dependent has counted it as settled.
  void Reopen(int place);
  // The stage whose steps failed continues.
  void ReopenEach();
  // The step was split into parts: it waits for them, and then goes through its own stages again.
  void WaitForParts(int place);
  // Ends the stage when all steps are settled, or when no other step can run.
  void CheckEach();
  // Counts, for all steps at once, the dependencies that are not settled; steps without any become ready.
  void CountUnmet();

 private:
  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Slots& slots_;
  State& state_;
};

}  // namespace forge
