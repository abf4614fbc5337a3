#include "engine/core.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "engine/transitions.h"
#include "engine/turn.h"

namespace forge {
namespace {

std::string WhyNoPanel(const Stage& stage) {
  std::set<std::string> names;
  for (const Member& member : stage.members) {
    if (member.name.empty()) return "has a member without a name";
    if (!names.insert(member.name).second) return "has two members called `" + member.name + "`";
  }
  for (const Member& member : stage.members) {
    for (const std::string& other : member.after) {
      if (!names.contains(other)) return "waits for a member `" + other + "` that it has not";
    }
  }
  return names.empty() ? "has no members" : "";
}

std::string WhyBroken(const PipelineSet& set, bool for_steps, const Pipeline& pipeline, int place) {
  const Stage& stage = pipeline.stages[static_cast<std::size_t>(place)];
  const int pipelines = static_cast<int>(set.pipelines.size());
  if (!stage.on_revision.empty() && (stage.revision_index < 0 || stage.revision_index > place))
    return "goes back to nowhere";
  if (stage.repair > 0 && stage.revision_index < 0) return "repairs and has nowhere to send what it found";
  if (stage.kind == StageKind::kPanel) return WhyNoPanel(stage);
  if (stage.kind != StageKind::kEach) return "";
  if (for_steps) return "fans out inside a step";
  if (stage.max_concurrent < 1) return "lets no step run";
  if (stage.over == Over::kRuns) return "";
  const bool exists = stage.pipeline_index > 0 && stage.pipeline_index < pipelines;
  if (!exists || set.pipelines[static_cast<std::size_t>(stage.pipeline_index)].stages.empty())
    return "has no pipeline for its steps";
  return "";
}

// Resolve() makes no such set; a journal that was tampered with may hold one, and nothing below looks again.
Status CheckPipelines(const PipelineSet& set) {
  if (set.pipelines.empty() || set.pipelines[0].stages.empty()) {
    return Fail(Code::kInvalid, "a run needs a pipeline with at least one stage");
  }
  for (std::size_t i = 0; i < set.pipelines.size(); ++i) {
    const Pipeline& pipeline = set.pipelines[i];
    for (int place = 0; place < static_cast<int>(pipeline.stages.size()); ++place) {
      const std::string why = WhyBroken(set, i > 0, pipeline, place);
      if (why.empty()) continue;
      return Fail(Code::kInvalid, "stage `" + pipeline.stages[static_cast<std::size_t>(place)].name + "` " + why);
    }
  }
  return {};
}

}  // namespace

Result<Decision> Decide(State& state, const TimedInput& input) {
  // Waiting for a person is nobody's time.
  const bool was_active = Outlook(state) == RunStatus::kActive;
  const bool gap = std::holds_alternative<Started>(input.input) || std::holds_alternative<Attached>(input.input);
  Turn turn(state, input.at);
  TRY(std::visit([&](const auto& in) { return turn.On(in); }, input.input));
  if (was_active && !gap) state.active_ms += std::max<std::int64_t>(0, input.at.ms - state.last_at.ms);
  state.last_at = input.at;
  turn.Pump();
  return std::move(turn.decision());
}

std::vector<Action> Pending(const State& state) {
  std::vector<Action> actions;
  for (const auto& [id, unit] : state.units) {
    if (unit.stopping) {
      actions.emplace_back(StopUnit{id});
    } else {
      actions.emplace_back(StartUnit{id});
    }
  }
  for (const auto& [id, timer] : state.timers) actions.emplace_back(SetTimer{id, timer.due});
  return actions;
}

Lane& Turn::LaneAt(int lane) {
  return lane == kRunLane ? state_.lane : *state_.steps[static_cast<std::size_t>(lane)].lane;
}

const Stage& Turn::StageAt(const Lane& lane) const {
  const auto& pipelines = state_.start.pipelines.pipelines;
  return pipelines[static_cast<std::size_t>(lane.pipeline)].stages[static_cast<std::size_t>(lane.stage)];
}

StepId Turn::StepOf(int lane) const {
  return lane == kRunLane ? StepId{} : state_.plan->steps[static_cast<std::size_t>(lane)].id;
}

bool Turn::MayMove() const {
  if (state_.status != RunStatus::kActive || !state_.blockers.empty()) return false;
  return std::none_of(state_.open.begin(), state_.open.end(),
                      [&](QuestionId id) { return HoldsRun(state_.questions.at(id)); });
}

void Turn::Hold(int lane) {
  LaneAt(lane).phase = LanePhase::kHeld;
  state_.held.insert(lane);
}

void Turn::Say(std::string kind, int lane, Json data) {
  Note note;
  note.kind = std::move(kind);
  note.step = StepOf(lane);
  const bool has_lane = lane == kRunLane || state_.steps[static_cast<std::size_t>(lane)].lane.has_value();
  if (has_lane && LaneAt(lane).pipeline >= 0) {
    const Lane& at = LaneAt(lane);
    const auto& stages = state_.start.pipelines.pipelines[static_cast<std::size_t>(at.pipeline)].stages;
    if (at.stage < static_cast<int>(stages.size())) {
      note.stage = StageAt(at).name;
      note.iteration = at.memos[static_cast<std::size_t>(at.stage)].entered;
      note.attempt = at.attempt;
    }
  }
  note.data = std::move(data);
  decision_.notes.push_back(std::move(note));
}

// All changes of the run's status pass here.
void Turn::SetStatus(RunStatus status, std::string reason) {
  if (state_.status == status && state_.reason == reason) return;
  Json data = Json::MakeObject().Set("from", Name(state_.status)).Set("to", Name(status));
  if (!reason.empty()) data.Set("reason", reason);
  CHECK(MayBecome(state_.status, status));
  state_.status = status;
  state_.reason = std::move(reason);
  Say("run-status", kRunLane, std::move(data));
  if (status == RunStatus::kFailed || IsEnd(status)) decision_.actions.emplace_back(Finish{status});
}

// All changes of a step's status pass here.
void Turn::SetStep(int place, StepStatus status, std::string reason) {
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  decision_.touched.steps.insert(place);
  if (step.status == status && step.reason == reason) return;
  state_.settled += static_cast<int>(IsSettled(status)) - static_cast<int>(IsSettled(step.status));
  const bool spoken = status != StepStatus::kReady && status != StepStatus::kPending;
  CHECK(MayBecome(step.status, status));
  if (step.status != status) decision_.moves.push_back({place, step.status, status});
  step.status = status;
  step.reason = std::move(reason);
  if (!spoken) return;
  Json data;
  if (!step.reason.empty()) data.Set("reason", step.reason);
  Say("step-" + std::string(Name(status)), place, std::move(data));
}

UnitId Turn::Start(UnitKind kind, int lane, const std::string& member, int attempt) {
  Lane& at = LaneAt(lane);
  Unit unit;
  unit.id = UnitId{state_.next_unit++};
  unit.kind = kind;
  unit.lane = lane;
  unit.step = StepOf(lane);
  unit.pipeline = at.pipeline;
  unit.stage = at.pipeline < 0 ? state_.lane.stage : at.stage;
  unit.member = member;
  unit.iteration = at.pipeline < 0 ? 1 : MemoAt(at).entered;
  unit.attempt = attempt;
  unit.note = at.note;
  unit.remedies = at.remedies;
  unit.started = at_;
  if (kind != UnitKind::kGate) ++state_.units_started;
  at.units.insert(unit.id);
  at.phase = kind == UnitKind::kGate ? LanePhase::kGating : LanePhase::kRunning;
  decision_.touched.units.insert(unit.id);
  decision_.actions.emplace_back(StartUnit{unit.id});
  if (kind != UnitKind::kGate) {
    Json data = Json::MakeObject().Set("unit", unit.id.value).Set("kind", Name(kind));
    if (!member.empty()) data.Set("member", member);
    Say("unit-started", lane, std::move(data));
  }
  const UnitId id = unit.id;
  state_.units.emplace(id, std::move(unit));
  return id;
}

void Turn::StopUnits(int lane) {
  for (UnitId id : LaneAt(lane).units) {
    state_.units.at(id).stopping = true;
    decision_.actions.emplace_back(StopUnit{id});
  }
}

void Turn::StopAllUnits() {
  for (auto& [id, unit] : state_.units) {
    unit.stopping = true;
    decision_.actions.emplace_back(StopUnit{id});
  }
}

void Turn::SetTimerFor(int lane, const std::string& member, std::int64_t delay_ms) {
  const std::int64_t id = state_.next_timer++;
  const TimePoint due{at_.ms + delay_ms};
  state_.timers.emplace(id, Timer{lane, member, due});
  decision_.actions.emplace_back(SetTimer{id, due});
}

void Turn::DropTimers(int lane) {
  std::erase_if(state_.timers, [&](const auto& entry) { return entry.second.lane == lane; });
}

Status Turn::On(const Started& in) {
  if (!state_.start.pipelines.pipelines.empty()) return Fail(Code::kConflict, "the run has already started");
  TRY(CheckPipelines(in.pipelines));
  if (in.plan) TRY(CheckPlan(*in.plan));
  state_.start = in;
  state_.limit = in.budget;
  state_.role_limits = in.role_budgets;
  SetDay(in.day);
  state_.lane.memos.resize(in.pipelines.pipelines[0].stages.size());
  if (in.plan) ApplyPlan(*in.plan);
  state_.approved_hash = in.approved;
  state_.approval_seen = !in.approved.empty();
  Focus(in.focus, in.focus_steps);
  Hold(kRunLane);
  return {};
}

Status Turn::On(const Attached&) {
  // A run that ended while units were in flight still needs somebody to see them end.
  if (IsEnd(state_.status) && state_.units.empty()) return Fail(Code::kConflict, "the run has ended");
  return {};
}

Status Turn::On(const Began& in) {
  auto it = state_.units.find(in.unit);
  if (it == state_.units.end()) return Fail(Code::kConflict, "the unit is not in flight");
  it->second.pid = in.pid;
  it->second.pid_start = in.pid_start;
  decision_.touched.units.insert(in.unit);
  return {};
}

Status Turn::On(const Ended& in) {
  auto it = state_.units.find(in.unit);
  if (it == state_.units.end()) return Fail(Code::kConflict, "the unit is not in flight");
  const Unit unit = std::move(it->second);
  state_.units.erase(it);
  decision_.touched.units.insert(unit.id);
  Lane& lane = LaneAt(unit.lane);
  lane.units.erase(unit.id);
  Absorb(lane, unit, in.outcome);
  if (IsEnd(state_.status)) return {};
  // The unit may have rewritten the plan: its step is found by name, not by where it stood.
  OnLaneUnit(unit.step.empty() ? kRunLane : state_.graph.Find(unit.step.value), unit, in.outcome);
  return {};
}

// What a unit leaves behind whatever is decided about it.
void Turn::Absorb(Lane& lane, const Unit& unit, const UnitOutcome& outcome) {
  state_.spent += outcome.usage;
  CountSpending(unit, outcome.usage);
  if (lane.pipeline >= 0 && unit.stage < static_cast<int>(lane.memos.size())) {
    lane.memos[static_cast<std::size_t>(unit.stage)].spent += outcome.usage;
  }
  for (const ArtifactRef& artifact : outcome.artifacts) state_.artifacts[artifact.name] = artifact;
  if (!outcome.artifacts.empty()) AskAgain();
  if (!outcome.snapshot.empty()) {
    lane.snapshot = outcome.snapshot;
    state_.tip = outcome.snapshot;
    if (unit.lane != kRunLane) decision_.touched.steps.insert(unit.lane);
  }
  if (outcome.plan && !IsEnd(state_.status)) TakePlan(unit, *outcome.plan);
}

Status Turn::On(const TimerFired& in) {
  auto it = state_.timers.find(in.timer);
  if (it == state_.timers.end()) return Fail(Code::kConflict, "no such timer");
  const int lane = it->second.lane;
  state_.timers.erase(it);
  if (LaneAt(lane).phase == LanePhase::kBackingOff) {
    Hold(lane);
  } else {
    state_.held.insert(lane);
  }
  return {};
}

void Turn::Pump() {
  while (MayMove()) {
    if (state_.lane.phase == LanePhase::kFanning) StartSteps();
    if (state_.held.empty() || !MayMove()) return;
    const int lane = *state_.held.begin();
    state_.held.erase(state_.held.begin());
    Move(lane);
  }
}

}  // namespace forge
