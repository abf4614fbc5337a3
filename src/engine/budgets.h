// Budgets: holds work back once a limit is reached, and lets a person extend it. Changes what is spent and the limits.
// A unit in flight is stopped by those who carry it out, by what binding_limit.h tells them. docs/budgets.md.
#pragma once

#include <string>

#include "engine/endings.h"
#include "engine/questions.h"
#include "engine/state_change.h"

namespace forge {

class Budgets {
 public:
  Budgets(StateChange& change, Questions& questions, Endings& endings)
      : change_(change), questions_(questions), endings_(endings), state_(change.state()) {}

  // False when a limit is reached. Then the lane waits for a person; for a limit of its stage or step it is over.
  bool Affordable(LaneId lane, const std::string& role);
  bool AffordableForRun(LaneId lane, const std::string& role);
  void CountSpending(const Unit& unit, const Usage& usage);
  // Extends the limit that the open question is about.
  void Extend(const std::string& comment);
  void SetDay(const DayLimit& day);
  Status On(const DayLimit& in);

 private:
  bool OwnLimitsHold(LaneId lane);
  void WarnNearLimits(LaneId lane, const std::string& role);
  void ExtendDay(const std::string& comment);

  StateChange& change_;
  Questions& questions_;
  Endings& endings_;
  State& state_;
};

}  // namespace forge
