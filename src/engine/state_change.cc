#include "engine/state_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/transitions.h"

namespace forge {

Lane& StateChange::LaneAt(LaneId lane) { return lane.is_run() ? state_.lane : *StepAt(lane.place()).lane; }

bool StateChange::MayMove() const {
  if (state_.status != RunStatus::kActive || !state_.blockers.empty()) return false;
  return std::none_of(state_.open.begin(), state_.open.end(),
                      [&](QuestionId id) { return HoldsRun(state_.questions.at(id)); });
}

void StateChange::Hold(LaneId lane) {
  LaneAt(lane).phase = LanePhase::kHeld;
  state_.held.insert(lane);
}

void StateChange::Say(std::string kind, LaneId lane, Json data) {
  Note note;
  note.kind = std::move(kind);
  note.step = StepOf(state_, lane);
  const bool has_lane = lane.is_run() || StepAt(lane.place()).lane.has_value();
  if (has_lane && HasStage(state_, LaneAt(lane))) {
    const Lane& at = LaneAt(lane);
    note.stage = StageOf(state_, at).name;
    note.iteration = at.memo().entered;
    note.attempt = at.attempt;
  }
  note.data = std::move(data);
  decision_.notes.push_back(std::move(note));
}

void StateChange::Break(const std::string& what, std::string_view next) {
  if (broken_.empty()) broken_ = fmt::format("{} and cannot become {}", what, next);
}

void StateChange::SetStatus(RunStatus status, std::string reason) {
  if (state_.status == status && state_.reason == reason) return;
  Json data = Json::MakeObject().Set("from", Name(state_.status)).Set("to", Name(status));
  if (!reason.empty()) data.Set("reason", reason);
  if (!MayBecome(state_.status, status)) Break(fmt::format("the run was {}", Name(state_.status)), Name(status));
  state_.status = status;
  state_.reason = std::move(reason);
  Say("run-status", kRunLane, std::move(data));
  if (status == RunStatus::kFailed || IsEnd(status)) decision_.actions.emplace_back(Finish{status});
}

// Going on repairs no failure and ends no other run.
void StateChange::GoOn() {
  if (LaneBroke(state_.lane)) return SetStatus(RunStatus::kFailed, state_.lane.reason);
  if (state_.blockers.empty()) return SetStatus(RunStatus::kActive, "");
  SetStatus(RunStatus::kBlocked, "waits for run " + NamesOfBlockers(state_));
}

void StateChange::SetStep(int place, StepStatus status, std::string reason) {
  StepState& step = StepAt(place);
  Touch(LaneId::OfStep(place));
  if (step.status == status && step.reason == reason) return;
  state_.settled += static_cast<int>(IsSettled(status)) - static_cast<int>(IsSettled(step.status));
  if (!MayBecome(step.status, status))
    Break(fmt::format("step `{}` was {}", SpecAt(place).id.value, Name(step.status)), Name(status));
  if (step.status != status) decision_.moves.push_back({place, step.status, status});
  step.status = status;
  step.reason = std::move(reason);
  if (status == StepStatus::kReady || status == StepStatus::kPending) return;
  Json data;
  if (!step.reason.empty()) data.Set("reason", step.reason);
  Say("step-" + std::string(Name(status)), LaneId::OfStep(place), std::move(data));
}

void StateChange::SetStep(LaneId lane, StepStatus status, std::string reason) {
  if (!lane.is_run()) SetStep(lane.place(), status, std::move(reason));
}

UnitId StateChange::Start(UnitKind kind, LaneId lane, const std::string& member, int attempt) {
  Lane& at = LaneAt(lane);
  const bool is_gate = kind == UnitKind::kGate;
  Unit unit;
  unit.id = UnitId{state_.next_unit++};
  unit.kind = kind;
  unit.lane = lane;
  unit.step = StepOf(state_, lane);
  unit.pipeline = at.pipeline;
  unit.stage = at.is_child_run() ? state_.lane.stage : at.stage;
  unit.member = member;
  unit.iteration = at.is_child_run() ? 1 : at.memo().entered;
  unit.attempt = attempt;
  unit.note = WithUrge(at.note, at.urge);
  unit.remedies = at.remedies;
  unit.started = at_;
  if (!is_gate) ++state_.units_started;
  at.units.insert(unit.id);
  at.phase = is_gate ? LanePhase::kGating : LanePhase::kRunning;
  Touch(unit.id);
  decision_.actions.emplace_back(StartUnit{unit.id});
  if (!is_gate) {
    Json data = Json::MakeObject().Set("unit", unit.id.value).Set("kind", Name(kind));
    if (!member.empty()) data.Set("member", member);
    Say("unit-started", lane, std::move(data));
  }
  const UnitId id = unit.id;
  state_.units.emplace(id, std::move(unit));
  return id;
}

void StateChange::StopUnits(LaneId lane) {
  for (UnitId id : LaneAt(lane).units) {
    state_.units.at(id).stopping = true;
    decision_.actions.emplace_back(StopUnit{id});
  }
}

void StateChange::StopAllUnits() {
  for (auto& [id, unit] : state_.units) {
    unit.stopping = true;
    decision_.actions.emplace_back(StopUnit{id});
  }
}

void StateChange::StartTimer(LaneId lane, const std::string& member, const RetryDecision& retry, std::string why) {
  const std::int64_t id = state_.next_timer++;
  const TimePoint due{at_.ms + retry.delay_ms};
  state_.timers.emplace(id, Timer{lane, member, due, retry.until, std::move(why)});
  decision_.actions.emplace_back(SetTimer{id, due, retry.until});
}

void StateChange::DropTimers(LaneId lane) {
  std::erase_if(state_.timers, [&](const auto& entry) { return entry.second.lane == lane; });
}

// A child run has a time of its own, and a unit with a process began under the engine before.
void StateChange::BeginUnits() {
  for (auto& [id, unit] : state_.units) {
    if (unit.kind == UnitKind::kChild || unit.pid != 0) continue;
    unit.started = at_;
    Touch(id);
  }
}

void StateChange::Touch(LaneId lane) {
  if (!lane.is_run()) decision_.touched.steps.insert(lane.place());
}

}  // namespace forge
