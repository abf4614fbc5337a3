// Commands on a run: which are legal when, and what they do. The table is pictured in docs/states.md.
#include <fmt/core.h>

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
    case ControlKind::kBlockOn:
    case ControlKind::kFocus: return true;
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
  if (control.kind == ControlKind::kFocus && IsSettled(status))
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

bool LaneBroke(const State& state) {
  return state.lane.phase == LanePhase::kFailed || state.lane.phase == LanePhase::kBlocked;
}

bool AtItsSteps(const State& state) { return state.each_stage == state.lane.stage && !state.steps.empty(); }

std::string WhyNotRunStage(const State& state, const Control& control) {
  const bool steps_failed = AtItsSteps(state) && AnyStepGivenUp(state);
  if (control.kind == ControlKind::kRetry) return LaneBroke(state) || steps_failed ? "" : "nothing has failed";
  if (state.lane.stage >= static_cast<int>(state.lane.memos.size())) return "no stage is left to skip";
  if (steps_failed || state.lane.phase == LanePhase::kFanning) return "steps are under way; name the step to skip";
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
  if (control.kind == ControlKind::kBlockOn && control.other.value <= 0) return "which run is it to wait for?";
  if (control.kind == ControlKind::kComplete && !state.units.empty()) {
    return fmt::format("{} units are in flight; pause the run first", state.units.size());
  }
  const bool names_step = control.kind == ControlKind::kSkip || control.kind == ControlKind::kRetry ||
                          (control.kind == ControlKind::kFocus && !control.step.empty());
  if (!names_step) return "";
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
    case ControlKind::kResume:
      Focus({}, 0);
      GoOn();
      break;
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
      if (state_.status == RunStatus::kActive || state_.status == RunStatus::kBlocked) GoOn();
      break;
    case ControlKind::kFocus:
      Focus(in.step, in.steps);
      if (state_.status == RunStatus::kPaused || state_.status == RunStatus::kParked) GoOn();
      break;
  }
  return {};
}

Status Turn::On(const BlockerEnded& in) {
  if (!state_.blockers.contains(in.run)) return Fail(Code::kConflict, "the run does not wait for that one");
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  state_.blockers.erase(in.run);
  if (state_.status == RunStatus::kBlocked) GoOn();
  if (in.status == RunStatus::kCompleted) return {};
  Ask(QuestionKind::kBlocker, kRunLane,
      fmt::format("run {}, which this one waited for, was {}; go on without it?", in.run.value, Name(in.status)),
      {"go", "park", "abandon"}, "");
  return {};
}

void Turn::Focus(const StepId& step, int steps) {
  state_.only_step = step;
  state_.starts_left = !step.empty() ? 1 : steps > 0 ? steps : -1;
}

void Turn::EndRun(RunStatus status, const std::string& reason) {
  StopAllUnits();
  state_.timers.clear();
  state_.held.clear();
  state_.blockers.clear();
  WithdrawAll();
  SetStatus(status, reason);
}

// To where the run stands by itself: a failure is not mended, and other runs are not done, by going on.
void Turn::GoOn() {
  if (LaneBroke(state_)) return SetStatus(RunStatus::kFailed, state_.lane.reason);
  if (state_.blockers.empty()) return SetStatus(RunStatus::kActive, "");
  std::vector<std::string> names;
  for (RunId run : state_.blockers) names.push_back(std::to_string(run.value));
  SetStatus(RunStatus::kBlocked, "waits for run " + Join(names, ", "));
}

void Turn::SkipStep(int place, const std::string& reason) {
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  const std::string why = reason.empty() ? "skipped by a person" : reason;
  if (step.lane && !step.lane->units.empty()) {
    step.lane->skip_requested = true;
    step.lane->reason = why;
    return StopUnits(place);
  }
  ReopenEach();
  Settle(place, StepStatus::kSkipped, why);
}

void Turn::SkipRunStage(const std::string& reason) {
  const std::string why = reason.empty() ? "skipped by a person" : reason;
  Lane& at = state_.lane;
  if (!at.units.empty()) {
    at.skip_requested = true;
    at.reason = why;
    return StopUnits(kRunLane);
  }
  Withdraw(kRunLane);
  if (!at.entered) BeginEntry(kRunLane);
  SkipStage(kRunLane, why);
  if (state_.status == RunStatus::kFailed) GoOn();
}

void Turn::RetryStep(int place) {
  ReopenStep(place);
  ReopenEach();
  CheckEach();
}

void Turn::RetryRun() {
  if (AtItsSteps(state_) && AnyStepGivenUp(state_)) {
    for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
      if (CanReopen(state_.steps[static_cast<std::size_t>(place)].status)) ReopenStep(place);
    }
    ReopenEach();
    return CheckEach();
  }
  Lane& at = state_.lane;
  StageMemo& memo = MemoAt(at);
  const Stage& stage = StageAt(at);
  at.reason.clear();
  memo.last_failures = -1;
  memo.attempts.clear();
  if (memo.verdict == Verdict::kRevision && stage.revision_index >= 0) {
    // A review that ran out of rounds gets one more, through the stage that has to change something.
    memo.rounds = std::min(memo.rounds, std::max(0, stage.rounds(false) - 1));
    GoTo(kRunLane, stage.revision_index);
  } else {
    at.entered = false;
    Hold(kRunLane);
  }
  if (state_.status == RunStatus::kFailed) GoOn();
}

}  // namespace forge
