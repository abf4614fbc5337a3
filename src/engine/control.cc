// Commands on a run: which are legal when, and what they do. The table is pictured in docs/states.md.
#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/turn.h"

namespace forge {
namespace {

bool Legal(RunStatus status, ControlKind kind) {
  if (IsEnd(status)) return false;
  switch (kind) {
    case ControlKind::kPause: return status == RunStatus::kActive;
    case ControlKind::kStop: return true;
    case ControlKind::kResume: return status == RunStatus::kPaused || status == RunStatus::kParked;
    case ControlKind::kPark: return status != RunStatus::kParked;
    case ControlKind::kCancel:
    case ControlKind::kComplete:
    case ControlKind::kAbandon:
    case ControlKind::kSkip:
    case ControlKind::kRetry:
    case ControlKind::kBlockOn: return true;
  }
  return false;
}

constexpr ControlKind kAskable[] = {ControlKind::kPause,  ControlKind::kResume,   ControlKind::kPark,
                                    ControlKind::kCancel, ControlKind::kComplete, ControlKind::kAbandon,
                                    ControlKind::kSkip,   ControlKind::kRetry};

std::string LegalMoves(RunStatus status) {
  std::vector<std::string> names;
  for (ControlKind kind : kAskable) {
    if (Legal(status, kind)) names.emplace_back(Name(kind));
  }
  return names.empty() ? "none: the run has ended" : Join(names, ", ");
}

bool CanReopen(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

std::string WhyNotStep(const State& state, const Control& control) {
  const int place = state.graph.Find(control.step.value);
  if (place < 0) return fmt::format("the plan has no step `{}`", control.step.value);
  const StepStatus status = state.steps[static_cast<std::size_t>(place)].status;
  if (control.kind == ControlKind::kSkip && IsSettled(status))
    return fmt::format("step `{}` is {}", control.step.value, Name(status));
  if (control.kind == ControlKind::kRetry && !CanReopen(status)) {
    return fmt::format("step `{}` is {}; only failed and blocked steps can be retried", control.step.value,
                       Name(status));
  }
  return "";
}

bool AnyStepGivenUp(const State& state) {
  return std::any_of(state.steps.begin(), state.steps.end(),
                     [](const StepState& step) { return CanReopen(step.status); });
}

std::string WhyNotRunStage(const State& state, const Control& control) {
  if (control.kind == ControlKind::kRetry) {
    if (state.status == RunStatus::kFailed || AnyStepGivenUp(state)) return "";
    return "nothing has failed";
  }
  if (state.each_stage == state.lane.stage && !state.steps.empty() &&
      (state.lane.phase == LanePhase::kFanning || AnyStepGivenUp(state))) {
    return "steps are under way; name the step to skip";
  }
  return "";
}

}  // namespace

std::string WhyIllegal(const State& state, const Control& control) {
  const std::string moves = "; what can be done now: " + LegalMoves(state.status);
  if (!Legal(state.status, control.kind)) {
    if (control.kind == ControlKind::kResume && state.status == RunStatus::kBlocked) {
      std::vector<std::string> names;
      for (RunId run : state.blockers) names.push_back(std::to_string(run.value));
      return "the run waits for run " + Join(names, ", ") + moves;
    }
    return fmt::format("a run that is {} cannot {}", Name(state.status), Name(control.kind)) + moves;
  }
  if (control.kind == ControlKind::kComplete && !state.units.empty()) {
    return fmt::format("{} units are in flight; pause the run first", state.units.size());
  }
  if (control.kind != ControlKind::kSkip && control.kind != ControlKind::kRetry) return "";
  const std::string why = control.step.empty() ? WhyNotRunStage(state, control) : WhyNotStep(state, control);
  return why.empty() ? "" : why + moves;
}

Status Turn::On(const Control& in) {
  if (std::string why = WhyIllegal(state_, in); !why.empty()) return Fail(Code::kConflict, why);
  const int place = in.step.empty() ? kRunLane : state_.graph.Find(in.step.value);
  switch (in.kind) {
    case ControlKind::kPause: SetStatus(RunStatus::kPaused, in.reason); break;
    case ControlKind::kStop:
      if (state_.status == RunStatus::kActive) SetStatus(RunStatus::kPaused, in.reason);
      StopAllUnits();
      break;
    case ControlKind::kResume: SetStatus(state_.blockers.empty() ? RunStatus::kActive : RunStatus::kBlocked, ""); break;
    case ControlKind::kPark: SetStatus(RunStatus::kParked, in.reason); break;
    case ControlKind::kCancel: EndRun(RunStatus::kCancelled, in.reason); break;
    case ControlKind::kComplete: EndRun(RunStatus::kCompleted, in.reason); break;
    case ControlKind::kAbandon: EndRun(RunStatus::kAbandoned, in.reason); break;
    case ControlKind::kSkip:
      if (place == kRunLane) {
        SkipRunStage(in.reason);
      } else {
        SkipStep(place, in.reason);
      }
      break;
    case ControlKind::kRetry:
      if (place == kRunLane) {
        RetryRun();
      } else {
        RetryStep(place);
      }
      break;
    case ControlKind::kBlockOn:
      state_.blockers.insert(in.other);
      if (state_.status == RunStatus::kActive) {
        SetStatus(RunStatus::kBlocked, fmt::format("waits for run {}", in.other.value));
      }
      break;
  }
  return {};
}

Status Turn::On(const BlockerEnded& in) {
  if (!state_.blockers.contains(in.run)) return Fail(Code::kConflict, "the run does not wait for that one");
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  state_.blockers.erase(in.run);
  if (state_.blockers.empty() && state_.status == RunStatus::kBlocked) SetStatus(RunStatus::kActive, "");
  if (in.status == RunStatus::kCompleted) return {};
  Ask(QuestionKind::kBlocker, kRunLane,
      fmt::format("run {}, which this one waited for, was {}; go on without it?", in.run.value, Name(in.status)),
      {"go", "park", "abandon"}, "");
  return {};
}

void Turn::EndRun(RunStatus status, const std::string& reason) {
  StopAllUnits();
  state_.timers.clear();
  state_.held.clear();
  WithdrawAll();
  SetStatus(status, reason);
}

void Turn::SkipStep(int place, const std::string& reason) {
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  const std::string why = reason.empty() ? "skipped by a person" : reason;
  if (step.lane && !step.lane->units.empty()) {
    step.lane->skip_requested = true;
    return StopUnits(place);
  }
  const bool reopens = state_.status == RunStatus::kFailed && state_.each_stage == state_.lane.stage;
  if (reopens) {
    state_.lane.phase = LanePhase::kFanning;
    SetStatus(RunStatus::kActive, "");
  }
  Settle(place, StepStatus::kSkipped, why);
}

void Turn::SkipRunStage(const std::string& reason) {
  const std::string why = reason.empty() ? "skipped by a person" : reason;
  Lane& at = state_.lane;
  if (!at.units.empty()) {
    at.skip_requested = true;
    return StopUnits(kRunLane);
  }
  DropTimers(kRunLane);
  Withdraw(kRunLane);
  if (state_.status == RunStatus::kFailed) SetStatus(RunStatus::kActive, "");
  if (!at.entered) BeginEntry(kRunLane);
  SkipStage(kRunLane, why);
}

void Turn::RetryStep(int place) {
  ReopenStep(place);
  if (state_.status != RunStatus::kFailed) return;
  state_.lane.phase = LanePhase::kFanning;
  SetStatus(RunStatus::kActive, "");
}

void Turn::RetryRun() {
  const bool at_each = state_.each_stage == state_.lane.stage && AnyStepGivenUp(state_);
  if (at_each) {
    for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
      if (CanReopen(state_.steps[static_cast<std::size_t>(place)].status)) ReopenStep(place);
    }
    state_.lane.phase = LanePhase::kFanning;
  } else {
    Lane& at = state_.lane;
    at.attempt = 0;
    at.waits = 0;
    at.reason.clear();
    // A review that ran out of rounds gets one more, through the stage that has to change something.
    StageMemo& memo = MemoAt(at);
    const Stage& stage = StageAt(at);
    memo.last_failures = -1;
    if (memo.verdict == Verdict::kRevision && stage.revision_index >= 0) {
      memo.rounds = std::max(0, stage.max_iterations - 1);
      GoTo(kRunLane, stage.revision_index);
    } else {
      at.entered = false;
      Hold(kRunLane);
    }
  }
  if (state_.status == RunStatus::kFailed) SetStatus(RunStatus::kActive, "");
}

}  // namespace forge
