// Work that was not approved: it goes back for a revision, until the rounds are used up or bring no progress; then the
// pipeline says whether it is accepted, blocked, or put to a person.
#pragma once

#include <cstdint>
#include <string>

#include "engine/endings.h"
#include "engine/lane_moves.h"
#include "engine/questions.h"
#include "engine/state_change.h"

namespace forge {

// An option of the question about objections that a debate leaves open.
inline constexpr const char* kFixOpen = "fix";

class Revisions {
 public:
  Revisions(StateChange& change, Questions& questions, LaneMoves& lanes, Endings& endings)
      : change_(change), questions_(questions), lanes_(lanes), endings_(endings), state_(change.state()) {}

  void Revise(LaneId lane, std::int64_t failures, const std::string& feedback);
  // The same for work that only came too late, because other steps were merged first: it costs no round. False: it has
  // been overtaken more often than there are steps, or no stage makes changes.
  bool ComeAgain(LaneId lane, std::int64_t failures, const std::string& feedback);
  // What a person changed by hand in a step that reads, and that the lane's stage refuses, is put to a person. False:
  // an agent may repair it.
  bool LeaveToPerson(LaneId lane, const std::string& feedback);
  // The lane stands at the stage that was to fix what a debate asks for, and gave up: its objections stay open, and the
  // lane goes on behind the debate. False: it stands at another stage, or the debate does not leave them open.
  bool LeaveOpen(LaneId lane, const std::string& why);
  void Exhausted(LaneId lane, const std::string& why);
  void Ask(LaneId lane, const std::string& why);  // a person: retry, accept or stop
  // The same about what a debate leaves open, which is listed: fix, accept or stop.
  void AskAboutOpen(LaneId lane, const std::string& why, const std::string& objections);
  // Good enough as it is: gates that ask for an approval hold, and what is missing is noted at the step.
  void Accept(LaneId lane, const std::string& by);

 private:
  bool OnlyAPersonRepairs(LaneId lane) const;
  void NoteDropped(LaneId lane);
  bool NeedsNoWork(LaneId lane) const;
  static void NoteAcceptedGaps(Json& result);
  bool SeesTheSamePlan(LaneId lane, std::int64_t failures_before);

  StateChange& change_;
  Questions& questions_;
  LaneMoves& lanes_;
  Endings& endings_;
  State& state_;
};

// Adds to `list` what it does not have yet; a step keeps a few dozen of them.
void AddNew(const std::vector<std::string>& unmet, std::vector<std::string>& list);
Json ListOf(const std::vector<std::string>& texts);

}  // namespace forge
