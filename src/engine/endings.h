// What the end of a lane means for its step, or for the run.
#pragma once

#include <string>

#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/state_change.h"
#include "engine/steps.h"

namespace forge {

class Endings {
 public:
  Endings(StateChange& change, Questions& questions, LaneMoves& lanes, Steps& steps)
      : change_(change), questions_(questions), lanes_(lanes), steps_(steps) {}

  // A lane whose work is on no branch is not done: the engine asks what should happen to it. Nor is one whose step has
  // a checkpoint: a person looks at it first.
  void Finish(LaneId lane);
  // What Finish does when nothing is left to ask.
  void Close(LaneId lane);
  // A checkpoint that no person looks at.
  void PassOver(Question& question);
  void Fail(LaneId lane, const std::string& why);
  void Block(LaneId lane, const std::string& why);
  // A step whose work was found on the branch is done without its stages. One that was given up stays so.
  void Adopt(int place);
  // Completed, cancelled or abandoned: stops all units, and nothing is left to wait for.
  void EndRun(RunStatus status, const std::string& reason);

 private:
  void AskAboutWork(LaneId lane);
  bool HasCheckpoint(LaneId lane);
  void AskToLook(LaneId lane);

  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Steps& steps_;
};

}  // namespace forge
