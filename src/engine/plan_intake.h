// Takes a new plan, from the start of the run, from a unit or from a person: refuses one that does not fit the steps
// under way, and keeps the state of every step that is the same in both plans.
#pragma once

#include <optional>
#include <vector>

#include "engine/questions.h"
#include "engine/slots.h"
#include "engine/state_change.h"
#include "engine/steps.h"

namespace forge {

class PlanIntake {
 public:
  PlanIntake(StateChange& change, Questions& questions, Slots& slots, Steps& steps)
      : change_(change), questions_(questions), slots_(slots), steps_(steps), state_(change.state()) {}

  Status Check(const PlanRef& plan) const;
  // Takes a plan that passed Check.
  void Take(const PlanRef& plan);
  // Takes the plan that a unit wrote, or notes why not.
  void TakeFrom(const Unit& unit, const PlanRef& plan);
  Status On(const PlanEdited& in);

 private:
  bool HasNewSteps(const PlanRef& plan) const;  // or some that differ from those of the plan so far
  Status CheckRunning(const PlanRef& plan, const StepGraph& graph) const;
  void MoveLanes(const std::vector<std::optional<int>>& new_places);

  StateChange& change_;
  Questions& questions_;
  Slots& slots_;
  Steps& steps_;
  State& state_;
};

}  // namespace forge
