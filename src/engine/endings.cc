#include "engine/endings.h"

#include "engine/transitions.h"

namespace forge {

void Endings::Finish(LaneId lane) {
  change_.LaneAt(lane).phase = LanePhase::kDone;
  if (lane.is_run()) return EndRun(RunStatus::kCompleted, "");
  steps_.Settle(lane.place(), StepStatus::kDone, "");
}

void Endings::Fail(LaneId lane, const std::string& why) {
  lanes_.Fail(lane, why);
  if (!lane.is_run()) steps_.GiveUp(lane.place(), StepStatus::kFailed, why);
}

void Endings::Block(LaneId lane, const std::string& why) {
  lanes_.Block(lane, why);
  if (!lane.is_run()) steps_.GiveUp(lane.place(), StepStatus::kBlocked, why);
}

void Endings::Adopt(int place) {
  const StepState& step = change_.StepAt(place);
  const bool busy = step.lane && !step.lane->units.empty();
  if (busy || !MayBecome(step.status, StepStatus::kDone) || IsSettled(step.status)) return;
  steps_.Settle(place, StepStatus::kDone, "its work was found on the branch");
}

void Endings::EndRun(RunStatus status, const std::string& reason) {
  State& state = change_.state();
  change_.StopAllUnits();
  state.timers.clear();
  state.held.clear();
  state.blockers.clear();
  questions_.WithdrawAll();
  change_.SetStatus(status, reason);
}

}  // namespace forge
