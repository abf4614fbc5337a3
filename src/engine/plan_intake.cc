#include "engine/plan_intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/parts.h"

namespace forge {

Status PlanIntake::Check(const PlanRef& plan) const {
  const StepGraph graph = BuildGraph(plan.steps);
  for (std::size_t place = 0; place < plan.steps.size(); ++place) {
    if (graph.Find(plan.steps[place].id.value) != static_cast<int>(place)) {
      return Fail(Code::kInvalid, fmt::format("two steps are called `{}`", plan.steps[place].id.value));
    }
  }
  for (std::size_t place = 0; place < state_.steps.size(); ++place) {
    const StepId& id = state_.plan->steps[place].id;
    if (InProgress(state_.steps[place].status) && graph.Find(id.value) < 0) {
      return Fail(Code::kConflict, fmt::format("step `{}` is running and missing from the new plan", id.value));
    }
  }
  for (const auto& [id, hold] : state_.holds) {
    if (graph.Find(id.value) < 0)
      return Fail(Code::kConflict,
                  fmt::format("step `{}` is {} and missing from the new plan", id.value, Describe(hold)));
  }
  return CheckRunning(plan, graph);
}

// The running steps were started because their paths were free.
Status PlanIntake::CheckRunning(const PlanRef& plan, const StepGraph& graph) const {
  std::vector<const StepSpec*> running;
  for (int place : state_.running_steps) {
    const int now = graph.Find(StepOf(state_, LaneId::OfStep(place)).value);
    const StepSpec& spec = plan.steps[static_cast<std::size_t>(now)];
    for (const StepSpec* other : running) {
      if (!WritesConflict(spec, *other, BracesIn(state_))) continue;
      return Fail(Code::kConflict, fmt::format("steps `{}` and `{}` are running and would write the same path",
                                               other->id.value, spec.id.value));
    }
    running.push_back(&spec);
  }
  return {};
}

Status PlanIntake::On(const PlanEdited& in) {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  TRY(Check(in.plan));
  // Before the plan is taken: nothing asks about what has just been approved.
  if (in.approved) {
    state_.approved_hash = in.plan.hash;
    state_.approval_seen = true;
    questions_.Withdraw(QuestionKind::kReapproval);
  }
  // A plan that a unit writes there sends the run where its stage says.
  const bool past = state_.each_stage >= 0 && state_.lane.stage > state_.each_stage;
  if (state_.start.rules >= 7 && past && HasNewSteps(in.plan)) state_.has_new_steps = true;
  Take(in.plan);
  return {};
}

bool PlanIntake::HasNewSteps(const PlanRef& plan) const {
  return std::ranges::any_of(plan.steps, [&](const StepSpec& step) {
    const int before = state_.graph.Find(step.id.value);
    return before < 0 || state_.plan->steps[static_cast<std::size_t>(before)] != step;
  });
}

// A step that is the same keeps its state; one that changed starts over, unless it is running.
void PlanIntake::Take(const PlanRef& plan) {
  if (state_.plan == plan) return;
  const std::optional<PlanRef> old = std::move(state_.plan);
  if (!old || old->steps != plan.steps) ++state_.plan_steps;
  std::vector<StepState> old_steps = std::move(state_.steps);
  std::vector<std::optional<int>> new_places(old_steps.size());
  state_.plan = plan;
  state_.graph = BuildGraph(plan.steps);
  state_.steps.assign(plan.steps.size(), {});
  for (std::size_t place = 0; place < old_steps.size(); ++place) {
    const StepSpec& spec = old->steps[place];
    const int now = state_.graph.Find(spec.id.value);
    if (now < 0) continue;
    const bool same = change_.SpecAt(now) == spec;
    if (!same && !InProgress(old_steps[place].status)) continue;
    new_places[place] = now;
    change_.StepAt(now) = std::move(old_steps[place]);
  }
  std::erase_if(state_.handwork, [&](const auto& entry) { return state_.graph.Find(entry.first.value) < 0; });
  MoveLanes(new_places);
  state_.running_steps.clear();
  state_.settled = 0;
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = change_.StepAt(place);
    change_.Touch(LaneId::OfStep(place));
    if (IsSettled(step.status)) ++state_.settled;
    if (InProgress(step.status)) state_.running_steps.insert(place);
    if (step.status == StepStatus::kReady) step.status = StepStatus::kPending;
  }
  const bool fanning = state_.lane.phase == LanePhase::kFanning;
  slots_.ForgetReady();
  steps_.CountUnmet();
  change_.Say("plan-changed", kRunLane, Json::MakeObject().Set("hash", plan.hash).Set("steps", plan.steps.size()));
  questions_.AskAgain();
  if (fanning) steps_.CheckEach();
}

// Only a running step has units, timers or an open question, and Check made sure that it is in the new plan.
void PlanIntake::MoveLanes(const std::vector<std::optional<int>>& new_places) {
  auto moved = [&](LaneId lane) -> std::optional<LaneId> {
    if (lane.is_run()) return lane;
    const std::optional<int> place = new_places[static_cast<std::size_t>(lane.place())];
    return place ? std::optional(LaneId::OfStep(*place)) : std::nullopt;
  };
  auto move = [&](LaneId& lane) {
    const std::optional<LaneId> now = moved(lane);
    CHECK(now.has_value());
    lane = *now;
  };
  for (auto& [id, unit] : state_.units) move(unit.lane);
  for (auto& [id, timer] : state_.timers) move(timer.lane);
  for (QuestionId id : state_.open) move(state_.questions.at(id).lane);
  for (LaneId lane : std::exchange(state_.held, {})) {
    if (const std::optional<LaneId> now = moved(lane)) state_.held.insert(*now);
  }
}

// A step that is split within what it was allowed needs no new approval: the parts do only what a person approved. When
// the plan has parts of the step already, it is a later plan than this one.
void PlanIntake::TakeFrom(const Unit& unit, const PlanRef& plan) {
  const bool splits = StageOf(state_, unit).splits() && state_.plan;
  if (splits && !PartsOf(*state_.plan, unit.step).empty()) return;
  if (auto legal = Check(plan); !legal) {
    return change_.Say("plan-refused", unit.lane, Json::MakeObject().Set("reason", legal.error().message));
  }
  const bool stays_approved = splits && state_.approval_seen && state_.approved_hash == state_.plan->hash &&
                              IsDecomposition(*state_.plan, plan, unit.step, BracesIn(state_));
  if (stays_approved) state_.approved_hash = plan.hash;
  Take(plan);
}

}  // namespace forge
