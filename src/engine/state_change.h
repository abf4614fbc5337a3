// The state of one run while one input changes it, and the decision that comes of it. Every status, unit and timer
// changes here. Knows no rules: the parts of the core (lane_moves.h to controls.h) decide what to change. Each of them
// is a class whose constructor names the parts it may use; none uses a part that is built on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core.h"
#include "engine/state.h"

namespace forge {

class StateChange {
 public:
  StateChange(State& state, TimePoint at) : state_(state), at_(at) {}

  State& state() { return state_; }
  TimePoint at() const { return at_; }
  Decision& decision() { return decision_; }

  Lane& LaneAt(LaneId lane);
  StepState& StepAt(int place) { return state_.steps[static_cast<std::size_t>(place)]; }
  const StepSpec& SpecAt(int place) const { return state_.plan->steps[static_cast<std::size_t>(place)]; }

  // Nothing holds the run: it is active, waits for no other run, and no question is open that concerns all of it.
  bool MayMove() const;
  // The lane moves as soon as the run may.
  void Hold(LaneId lane);
  void Say(std::string kind, LaneId lane, Json data = {});

  void SetStatus(RunStatus status, std::string reason);
  // Makes the run active again; blocked or failed when that is where it stands.
  void GoOn();
  void SetStep(int place, StepStatus status, std::string reason = "");
  // Of the lane's step; the run's own lane has none.
  void SetStep(LaneId lane, StepStatus status, std::string reason = "");

  UnitId Start(UnitKind kind, LaneId lane, const std::string& member, int attempt);
  void StopUnits(LaneId lane);
  void StopAllUnits();
  void StartTimer(LaneId lane, const std::string& member, const RetryDecision& retry, std::string why);
  void DropTimers(LaneId lane);

  // Their rows are written again.
  void Touch(LaneId lane);
  void BeginUnits();  // those that have not begun do so now
  void Touch(UnitId unit) { decision_.touched.units.insert(unit); }
  void Touch(QuestionId question) { decision_.touched.questions.insert(question); }

  // The first move that no rule allows, or "": the state is of no use any more.
  const std::string& broken() const { return broken_; }

 private:
  void Break(const std::string& what, std::string_view next);

  State& state_;
  TimePoint at_;
  Decision decision_;
  std::string broken_;
};

}  // namespace forge
