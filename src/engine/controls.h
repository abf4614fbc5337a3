// The commands on a run: which are legal when, and what they do. docs/states.md has the table.
#pragma once

#include <string>

#include "engine/answers.h"
#include "engine/endings.h"
#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/slots.h"
#include "engine/state_change.h"
#include "engine/steps.h"

namespace forge {

// Why a control is not legal now, and which are; empty when it is. Pure.
std::string WhyIllegal(const State& state, const Control& control);

class Controls {
 public:
  Controls(StateChange& change, Questions& questions, LaneMoves& lanes, Slots& slots, Steps& steps, Endings& endings,
           Answers& answers)
      : change_(change),
        questions_(questions),
        lanes_(lanes),
        slots_(slots),
        steps_(steps),
        endings_(endings),
        answers_(answers),
        state_(change.state()) {}

  Status On(const Control& in);
  Status On(const BlockerEnded& in);

 private:
  void Skip(const Control& in);
  void SkipRunStage(const std::string& why, const std::string& by);
  void SwitchContract(const Control& in);
  void Retry(const Control& in);
  void RetryRunStage();

  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Slots& slots_;
  Steps& steps_;
  Endings& endings_;
  Answers& answers_;
  State& state_;
};

}  // namespace forge
