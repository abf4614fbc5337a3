#include "engine/controls.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/subject.h"

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
    case ControlKind::kFocus:
    case ControlKind::kAuto: return true;
  }
  return false;
}

constexpr ControlKind kAskable[] = {ControlKind::kPause,  ControlKind::kResume,   ControlKind::kPark,
                                    ControlKind::kCancel, ControlKind::kComplete, ControlKind::kAbandon,
                                    ControlKind::kSkip,   ControlKind::kRetry};

bool CanReopen(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

bool AnyStepGivenUp(const State& state) {
  return std::any_of(state.steps.begin(), state.steps.end(),
                     [](const StepState& step) { return CanReopen(step.status); });
}

std::string LegalNow(const State& state) {
  const bool can_retry = LaneBroke(state.lane) || AnyStepGivenUp(state) || !state.contracts_off.empty();
  std::vector<std::string> names;
  for (ControlKind kind : kAskable) {
    if (Legal(state.status, kind) && (kind != ControlKind::kRetry || can_retry)) names.emplace_back(Name(kind));
  }
  return Join(names, ", ");
}

// "has completed", "is parked"
std::string Stands(RunStatus status) {
  if (status == RunStatus::kCompleted || status == RunStatus::kFailed) return fmt::format("has {}", Name(status));
  return fmt::format("{} {}", IsEnd(status) ? "was" : "is", Name(status));
}

std::string WhyNotRun(const State& state, const Control& control) {
  const std::string stands = Stands(state.status);
  if (control.kind == ControlKind::kBlockOn) return fmt::format("the run {}; it cannot wait for another run", stands);
  if (control.kind == ControlKind::kFocus) return fmt::format("the run {}; there is no step to start", stands);
  if (control.kind == ControlKind::kAuto) return fmt::format("the run {}; it asks nothing any more", stands);
  if (control.kind == ControlKind::kResume && state.status == RunStatus::kBlocked)
    return "the run waits for run " + NamesOfBlockers(state);
  const bool already = (control.kind == ControlKind::kPause && state.status == RunStatus::kPaused) ||
                       (control.kind == ControlKind::kPark && state.status == RunStatus::kParked);
  if (already) return fmt::format("the run is already {}", Name(state.status));
  return fmt::format("the run {}; there is nothing to {}", stands, Name(control.kind));
}

std::string WhyNotStep(const State& state, const Control& control) {
  const int place = state.graph.Find(control.step.value);
  if (place < 0) return fmt::format("the plan has no step `{}`", control.step.value);
  const StepStatus status = state.steps[static_cast<std::size_t>(place)].status;
  const auto hold = state.holds.find(control.step);
  if (hold != state.holds.end()) return fmt::format("step `{}` is {}", control.step.value, Describe(hold->second));
  const bool retry = control.kind == ControlKind::kRetry;
  if (retry ? CanReopen(status) : !IsSettled(status)) return "";
  return fmt::format("step `{}` is {}{}", control.step.value, Name(status),
                     retry ? "; only a failed or blocked step can be retried" : "");
}

bool AtItsSteps(const State& state) { return state.each_stage == state.lane.stage && !state.steps.empty(); }

std::string WhyNotRunStage(const State& state, const Control& control) {
  const bool steps_failed = AtItsSteps(state) && AnyStepGivenUp(state);
  if (control.kind == ControlKind::kRetry) return LaneBroke(state.lane) || steps_failed ? "" : "nothing has failed";
  if (state.lane.stage >= static_cast<int>(state.lane.memos.size())) return "no stage is left to skip";
  if (steps_failed || state.lane.phase == LanePhase::kFanning) return "the stage runs steps; name the step to skip";
  return "";
}

}  // namespace

namespace {

std::string WhyNotContract(const State& state, const Control& control) {
  const bool off = state.contracts_off.contains(control.contract);
  if (control.kind == ControlKind::kRetry)
    return off ? "" : fmt::format("contract `{}` is not switched off", control.contract);
  if (off) return fmt::format("contract `{}` is switched off already", control.contract);
  return Trim(control.reason).empty()
             ? fmt::format("contract `{}` is switched off only with a reason", control.contract)
             : "";
}

}  // namespace

std::string WhyIllegal(const State& state, const Control& control) {
  const std::string now = IsEnd(state.status) ? "" : "; possible now: " + LegalNow(state);
  if (!Legal(state.status, control.kind)) return WhyNotRun(state, control) + now;
  if (control.kind == ControlKind::kBlockOn && control.other.value <= 0) return "name the run to wait for";
  if (control.kind == ControlKind::kComplete && !state.units.empty()) {
    const bool paused = state.status == RunStatus::kPaused || state.status == RunStatus::kParked;
    return fmt::format("units are still running ({}); {}", state.units.size(),
                       paused ? "resume the run until they have ended, or cancel it" : "pause the run first");
  }
  if (!control.contract.empty()) return WhyNotContract(state, control);
  const bool names_step = control.kind == ControlKind::kSkip || control.kind == ControlKind::kRetry ||
                          (control.kind == ControlKind::kFocus && !control.step.empty());
  if (!names_step) return "";
  const std::string why = control.step.empty() ? WhyNotRunStage(state, control) : WhyNotStep(state, control);
  return why.empty() ? "" : why + now;
}

Status Controls::On(const Control& in) {
  if (std::string why = WhyIllegal(state_, in); !why.empty()) return Fail(Code::kConflict, why);
  switch (in.kind) {
    case ControlKind::kPause: change_.SetStatus(RunStatus::kPaused, in.reason); break;
    case ControlKind::kStop:
      if (state_.status == RunStatus::kActive) change_.SetStatus(RunStatus::kPaused, in.reason);
      change_.StopAllUnits();
      break;
    case ControlKind::kResume:
      slots_.Focus({}, 0);
      change_.GoOn();
      break;
    case ControlKind::kPark: change_.SetStatus(RunStatus::kParked, in.reason); break;
    case ControlKind::kCancel: endings_.EndRun(RunStatus::kCancelled, in.reason); break;
    case ControlKind::kComplete: endings_.EndRun(RunStatus::kCompleted, in.reason); break;
    case ControlKind::kAbandon: endings_.EndRun(RunStatus::kAbandoned, in.reason); break;
    case ControlKind::kSkip: Skip(in); break;
    case ControlKind::kRetry: Retry(in); break;
    case ControlKind::kBlockOn:
      state_.blockers.insert(in.other);
      if (state_.status == RunStatus::kActive || state_.status == RunStatus::kBlocked) change_.GoOn();
      break;
    case ControlKind::kFocus:
      slots_.Focus(in.step, in.steps);
      if (state_.status == RunStatus::kPaused || state_.status == RunStatus::kParked) change_.GoOn();
      break;
    case ControlKind::kAuto: answers_.GoOnAlone(); break;
  }
  return {};
}

Status Controls::On(const BlockerEnded& in) {
  if (!state_.blockers.contains(in.run))
    return Fail(Code::kConflict, fmt::format("the run does not wait for run {}", in.run.value));
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  state_.blockers.erase(in.run);
  if (state_.status == RunStatus::kBlocked) change_.GoOn();
  if (in.status == RunStatus::kCompleted) return {};
  questions_.Ask(
      QuestionKind::kBlocker, kRunLane,
      fmt::format("this run waits for run {}, which {}; continue without it?", in.run.value, Stands(in.status)),
      {"go", "park", "abandon"}, "");
  return {};
}

// Units in flight are stopped first; the skip follows when they have ended (Stages).
void Controls::Skip(const Control& in) {
  if (!in.contract.empty()) return SwitchContract(in);
  const LaneId lane = in.step.empty() ? kRunLane : LaneId::OfStep(state_.graph.Find(in.step.value));
  const std::string why = in.reason.empty() ? "skipped by a person" : in.reason;
  const bool has_lane = lane.is_run() || change_.StepAt(lane.place()).lane.has_value();
  if (has_lane && !change_.LaneAt(lane).units.empty()) {
    change_.LaneAt(lane).skip_requested = true;
    change_.LaneAt(lane).skip_by = in.by;
    change_.LaneAt(lane).reason = why;
    return change_.StopUnits(lane);
  }
  if (lane.is_run()) return SkipRunStage(why, in.by);
  steps_.ReopenEach();
  steps_.Settle(lane.place(), StepStatus::kSkipped, why);
}

// The report names it among what was accepted: what the plan promises is not proved.
void Controls::SwitchContract(const Control& in) {
  const std::string name = "contract " + in.contract;
  const bool off = in.kind == ControlKind::kSkip;
  std::erase_if(state_.accepted, [&](const AcceptedFailure& one) { return one.step.empty() && one.stage == name; });
  state_.contracts_off.erase(in.contract);
  if (off) {
    state_.contracts_off[in.contract] = in.reason;
    state_.accepted.push_back({StepId{}, name, "switched off: " + in.reason, in.by});
  }
  change_.Say(off ? "contract-off" : "contract-on", kRunLane,
              Json::MakeObject().Set("contract", in.contract).Set("reason", in.reason).Set("by", in.by));
}

void Controls::SkipRunStage(const std::string& why, const std::string& by) {
  questions_.Withdraw(kRunLane);
  if (!state_.lane.entered) lanes_.BeginEntry(kRunLane);
  lanes_.SkipAsAsked(kRunLane, why, by, why);
  if (state_.status == RunStatus::kFailed) change_.GoOn();
}

void Controls::Retry(const Control& in) {
  if (!in.contract.empty()) return SwitchContract(in);
  const bool tells = state_.start.rules >= 3;
  const bool lasts = state_.start.rules >= 10;  // else the first attempt alone is told it
  if (in.step.empty() && !(AtItsSteps(state_) && AnyStepGivenUp(state_))) {
    const Stage& stage = StageOf(state_, state_.lane);
    // These ask no agent, so a later stage would be told it.
    const bool asks_none = stage.kind == StageKind::kAsk || stage.kind == StageKind::kEach ||
                           (stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBaseline);
    const bool unheard = state_.start.rules >= 7 && asks_none;
    if (tells && !unheard && lasts && !in.reason.empty()) state_.lane.urge = in.reason;
    if (tells && !unheard && !lasts) state_.lane.note = WithUrge(state_.lane.note, in.reason);
    // Of a stage that failed without a verdict it is about the machine, not the work.
    const bool about_work = state_.lane.memo().verdict == Verdict::kRevision;
    if (about_work && !in.reason.empty()) WantNewVerdicts(state_, state_.lane);
    return RetryRunStage();
  }
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    const bool named = in.step.empty() || change_.SpecAt(place).id == in.step;
    const bool held = state_.holds.contains(change_.SpecAt(place).id);
    StepState& step = change_.StepAt(place);
    if (!named || held || !CanReopen(step.status)) continue;
    if (tells) step.note = WithUrge("The step failed before: " + step.reason, lasts ? "" : in.reason);
    if (lasts) step.urge = in.reason.empty() && step.lane ? step.lane->urge : in.reason;
    steps_.Reopen(place);
  }
  steps_.ReopenEach();
  steps_.CheckEach();
}

void Controls::RetryRunStage() {
  Lane& at = state_.lane;
  StageMemo& memo = at.memo();
  const Stage& stage = StageOf(state_, at);
  at.reason.clear();
  memo.last_failures = -1;
  memo.attempts.clear();
  WantNewVerdict(stage, memo);
  if (memo.verdict == Verdict::kRevision && stage.revision_index >= 0) {
    // A review that used up its rounds gets one more, through the stage that has to change something.
    memo.rounds = std::min(memo.rounds, std::max(0, RoundsOf(state_, kRunLane) - 1));
    lanes_.SendBack(kRunLane);
  } else {
    at.entered = false;
    change_.Hold(kRunLane);
  }
  if (state_.status == RunStatus::kFailed) change_.GoOn();
}

}  // namespace forge
