// How a lane goes from stage to stage. Changes lanes, and through StateChange what hangs on them; knows neither steps
// nor questions.
#pragma once

#include <string>

#include "engine/state_change.h"

namespace forge {

class LaneMoves {
 public:
  explicit LaneMoves(StateChange& change) : change_(change), state_(change.state()) {}

  void BeginEntry(LaneId lane);
  void GoTo(LaneId lane, int stage);
  // To the stage that makes the changes.
  void SendBack(LaneId lane);
  // A run that is past its steps goes back to them if a new plan has some that are not done.
  void Next(LaneId lane);
  void Skip(LaneId lane, const std::string& why);
  // A person skips the stage, and what it was to be told with it. `what` did not pass: see LetThrough.
  void SkipAsAsked(LaneId lane, const std::string& what, const std::string& by, const std::string& why);
  // `said` goes with the note: what a check that does not stop the run found.
  void Approve(LaneId lane, Json said = {});
  // The stage did not pass, and the lane goes on all the same: noted where the stage is a check or a merge that counts.
  void LetThrough(LaneId lane, const std::string& what, const std::string& by);
  // A debate did not come to its end, and the lane goes on all the same. Empty: it did.
  void NoteOpen(LaneId lane, const std::string& what);
  // What the run of a step let through: a list of {stage, what, by}.
  void TakeAccepted(LaneId lane, const Json& list);
  // The lane is over, and with the run's own lane so is the run. What becomes of a step: Endings.
  void Fail(LaneId lane, const std::string& why);
  void Block(LaneId lane, const std::string& why);

 private:
  void KeepAcceptedGaps(LaneId lane, const Json& result);
  void ForgetAccepted(LaneId lane);
  void NoteAccepted(LaneId lane, AcceptedFailure one);
  void Break(LaneId lane, LanePhase phase, const std::string& why);

  StateChange& change_;
  State& state_;
};

}  // namespace forge
