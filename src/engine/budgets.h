// Budgets: holds work back once a limit is reached, and lets a person extend it. Changes what is spent and the limits.
// A unit in flight is stopped by those who carry it out, by what binding_limit.h tells them. docs/budgets.md.
#pragma once

#include <set>
#include <string>

#include "engine/endings.h"
#include "engine/questions.h"
#include "engine/state_change.h"

namespace forge {

class Budgets {
 public:
  Budgets(StateChange& change, Questions& questions, Endings& endings)
      : change_(change), questions_(questions), endings_(endings), state_(change.state()) {}

  // False when a limit is reached. Then the lane waits for a person; for a limit of its stage or step it is over. Also
  // false while units in flight have the rest of a limit in hand: the lane stays held, and Waits() for this input.
  bool Affordable(LaneId lane, const std::string& role);
  bool Waits(LaneId lane) const { return waiting_.contains(lane); }
  bool AffordableForRun(LaneId lane, const std::string& role);
  void CountSpending(const Unit& unit, const Usage& usage);
  // The unit was stopped at a budget. What others in flight have used of it is known when they end.
  void WaitForOthers(LaneId lane, const UnitOutcome& outcome);
  void Forget(UnitId unit);
  // Extends the limit that the open question is about.
  void Extend(const std::string& comment);
  void SetDay(const DayLimit& day);
  Status On(const DayLimit& in);

 private:
  bool OwnLimitsHold(LaneId lane);
  bool IsInHand(LaneId lane, const std::string& role) const;
  void WarnNearLimits(LaneId lane, const std::string& role);
  void ExtendDay(const std::string& comment);

  StateChange& change_;
  Questions& questions_;
  Endings& endings_;
  State& state_;
  std::set<LaneId> waiting_;
};

}  // namespace forge
