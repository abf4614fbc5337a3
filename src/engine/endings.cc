#include "engine/endings.h"

#include <fmt/format.h>

#include <utility>

#include "engine/transitions.h"

namespace forge {

void Endings::Finish(LaneId lane) {
  if (change_.LaneAt(lane).unmerged) return AskAboutWork(lane);
  change_.LaneAt(lane).phase = LanePhase::kDone;
  if (lane.is_run()) return EndRun(RunStatus::kCompleted, "");
  steps_.Settle(lane.place(), StepStatus::kDone, "");
}

// The lane goes back to its last integrate stage: that is what "integrate" carries out, whatever its condition says.
void Endings::AskAboutWork(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const State& state = change_.state();
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(at.pipeline)].stages;
  int place = static_cast<int>(stages.size()) - 1;
  while (place >= 0 && stages[static_cast<std::size_t>(place)].kind != StageKind::kIntegrate) --place;
  std::vector<std::string> options = {"leave", "stop"};
  if (place >= 0) options.insert(options.begin(), "integrate");
  at.stage = place >= 0 ? place : static_cast<int>(stages.size()) - 1;
  lanes_.BeginEntry(lane);
  at.memo().gate_passed = true;
  constexpr std::size_t kShownHash = 12;
  questions_.Escalate(lane,
                      fmt::format("the work of {} (snapshot {}) is on no branch; integrate it, or leave it out?",
                                  lane.is_run() ? "the run itself" : "step " + StepOf(state, lane).value,
                                  at.snapshot.substr(0, kShownHash)),
                      std::move(options));
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
  StepState& step = change_.StepAt(place);
  const bool busy = step.lane && !step.lane->units.empty();
  if (busy || !MayBecome(step.status, StepStatus::kDone) || IsSettled(step.status)) return;
  if (step.lane) {
    step.lane->unmerged = false;
    step.lane->snapshot.clear();  // the branch has a later one, which the journal does not know
  }
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
