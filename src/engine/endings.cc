#include "engine/endings.h"

#include <fmt/format.h>

#include <utility>

#include "engine/subject.h"
#include "engine/transitions.h"

namespace forge {
namespace {

std::string EndReason(const State& state, RunStatus status, const std::string& reason) {
  const std::string accepted = DescribeAccepted(state);
  if (status != RunStatus::kCompleted || state.start.rules < 1 || accepted.empty()) return reason;
  return reason.empty() ? accepted : accepted + " (" + reason + ")";
}

}  // namespace

void Endings::Finish(LaneId lane) {
  if (change_.LaneAt(lane).unmerged) return AskAboutWork(lane);
  if (HasCheckpoint(lane)) return AskToLook(lane);
  Close(lane);
}

void Endings::Close(LaneId lane) {
  change_.LaneAt(lane).phase = LanePhase::kDone;
  ForgetSubjects(change_.LaneAt(lane));
  if (lane.is_run()) return EndRun(RunStatus::kCompleted, "");
  steps_.Settle(lane.place(), StepStatus::kDone, "");
}

bool Endings::HasCheckpoint(LaneId lane) {
  return !lane.is_run() && change_.state().start.rules >= 1 && change_.SpecAt(lane.place()).checkpoint;
}

// In an unattended run the checkpoint is passed over, and the question says so.
void Endings::AskToLook(LaneId lane) {
  Question& question = questions_.AskCheckpoint(lane);
  if (!change_.state().start.attended) PassOver(question);
}

void Endings::PassOver(Question& question) {
  const LaneId lane = question.lane;
  question.answered = change_.at();
  question.by = "policy";
  questions_.Close(question, QuestionStatus::kDeferred);
  change_.Say("checkpoint-passed-over", lane);
  change_.SetStep(lane, StepStatus::kRunning);
  Close(lane);
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
  const bool busy = (step.lane && !step.lane->units.empty()) || IsAtCheckpoint(change_.state(), place) ||
                    change_.state().holds.contains(change_.SpecAt(place).id);
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
  change_.SetStatus(status, EndReason(state, status, reason));
}

}  // namespace forge
