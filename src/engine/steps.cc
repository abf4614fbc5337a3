// The steps of an `each` stage: which may start, what becomes of them, and what a changed plan does to them.
#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/turn.h"

namespace forge {
namespace {

bool InProgress(StepStatus status) { return status == StepStatus::kRunning || status == StepStatus::kWaiting; }

bool GivenUp(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

std::string NoSteps(const Stage& stage) {
  return fmt::format("`{}` needs a plan with steps, and there is none", stage.name);
}

std::string Circle(const State& state) {
  std::vector<std::string> names;
  for (int place : state.graph.cycles[0]) names.push_back(state.plan->steps[static_cast<std::size_t>(place)].id.value);
  return "the plan's steps depend on each other in a circle: " + Join(names, " -> ");
}

std::string Unfinished(const State& state) {
  if (!state.graph.cycles.empty()) return Circle(state);
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> named;
  std::size_t count = 0;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    if (!GivenUp(state.steps[place].status)) continue;
    if (++count <= kMostNamed)
      named.push_back(state.plan->steps[place].id.value + " (" + state.steps[place].reason + ")");
  }
  std::string text =
      fmt::format("{} of {} steps did not finish: {}", state.steps.size() - static_cast<std::size_t>(state.settled),
                  state.steps.size(), Join(named, ", "));
  if (count > kMostNamed) text += fmt::format(" and {} more", count - kMostNamed);
  return text;
}

}  // namespace

bool Turn::ApprovalStale() const {
  return state_.approval_seen && state_.plan && state_.plan->hash != state_.approved_hash;
}

void Turn::BeginEach() {
  Lane& at = state_.lane;
  if (!state_.plan || state_.plan->steps.empty()) {
    return FailLane(kRunLane, NoSteps(StageAt(at)));
  }
  if (!state_.graph.cycles.empty()) return FailLane(kRunLane, Circle(state_));
  if (ApprovalStale()) {
    Hold(kRunLane);
    return AskReapproval();
  }
  ++at.attempt;
  const bool same = state_.each_stage == at.stage;
  state_.each_stage = at.stage;
  ForgetReady();
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = state_.steps[static_cast<std::size_t>(place)];
    if (step.status == StepStatus::kSkipped || (same && step.status == StepStatus::kDone)) continue;
    step.lane.reset();
    step.repairs = 0;
    SetStep(place, StepStatus::kPending);
  }
  at.phase = LanePhase::kFanning;
  CountUnmet();
  Say("each-started", kRunLane, Json::MakeObject().Set("steps", state_.steps.size()).Set("settled", state_.settled));
  CheckEach();
}

// Back to the start, as if it had never run; its history stays in the journal. Only for steps that were given up:
// nobody behind them has counted them as settled.
void Turn::ReopenStep(int place) {
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  step.lane.reset();
  step.repairs = 0;
  step.pruned.clear();
  step.dropped.clear();
  SetStep(place, StepStatus::kPending);
  if (step.unmet == 0) MakeReady(place);
}

// The stage whose steps failed goes on. The plan may have changed since: whatever could run now is made ready.
void Turn::ReopenEach() {
  const bool began = state_.each_stage == state_.lane.stage && state_.lane.attempt > 0;
  if (!began || state_.lane.phase != LanePhase::kFailed) return;
  state_.lane.phase = LanePhase::kFanning;
  state_.lane.reason.clear();
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    const StepState& step = state_.steps[static_cast<std::size_t>(place)];
    if (step.status == StepStatus::kPending && step.unmet == 0) MakeReady(place);
  }
  if (state_.status == RunStatus::kFailed) GoOn();
}

// Of all steps at once, each edge looked at once; those that may run are ready.
void Turn::CountUnmet() {
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = state_.steps[static_cast<std::size_t>(place)];
    const auto& needs = state_.graph.needs[static_cast<std::size_t>(place)];
    step.unmet = static_cast<int>(std::count_if(needs.begin(), needs.end(), [&](int need) {
      return !IsSettled(state_.steps[static_cast<std::size_t>(need)].status);
    }));
    const bool fans = state_.lane.phase == LanePhase::kFanning;
    if (fans && step.unmet == 0 && step.status == StepStatus::kPending) MakeReady(place);
  }
}

void Turn::Settle(int place, StepStatus status, const std::string& reason) {
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  LeaveReady(place);
  LeaveSlot(place);
  SetStep(place, status, reason);
  if (step.lane) step.lane->phase = LanePhase::kDone;
  for (int next : state_.graph.feeds[static_cast<std::size_t>(place)]) {
    StepState& later = state_.steps[static_cast<std::size_t>(next)];
    if (--later.unmet == 0 && later.status == StepStatus::kPending && state_.lane.phase == LanePhase::kFanning) {
      MakeReady(next);
    }
  }
  CheckEach();
}

// Its dependents wait, independents go on.
void Turn::GiveUp(int place, StepStatus status, const std::string& reason) {
  LeaveSlot(place);
  SetStep(place, status, reason);
  CheckEach();
}

void Turn::CheckEach() {
  if (state_.lane.phase != LanePhase::kFanning) return;
  if (state_.steps.empty()) return FailLane(kRunLane, NoSteps(StageAt(state_.lane)));
  if (state_.settled == static_cast<int>(state_.steps.size())) return Approve(kRunLane);
  if (state_.running_steps.empty() && state_.ready.empty()) FailLane(kRunLane, Unfinished(state_));
}

Status Turn::CheckPlan(const PlanRef& plan) const {
  const StepGraph graph = BuildGraph(plan.steps);
  for (std::size_t place = 0; place < plan.steps.size(); ++place) {
    if (graph.Find(plan.steps[place].id.value) != static_cast<int>(place)) {
      return Fail(Code::kInvalid, fmt::format("two steps are called `{}`", plan.steps[place].id.value));
    }
  }
  for (std::size_t place = 0; place < state_.steps.size(); ++place) {
    const StepId& id = state_.plan->steps[place].id;
    if (InProgress(state_.steps[place].status) && graph.Find(id.value) < 0) {
      return Fail(Code::kConflict, fmt::format("step `{}` is under way and missing from the new plan", id.value));
    }
  }
  return CheckRunning(plan, graph);
}

// What runs already was let run because its paths were free.
Status Turn::CheckRunning(const PlanRef& plan, const StepGraph& graph) const {
  std::vector<const StepSpec*> running;
  for (int place : state_.running_steps) {
    const int now = graph.Find(StepOf(place).value);
    const StepSpec& spec = plan.steps[static_cast<std::size_t>(now)];
    for (const StepSpec* other : running) {
      if (!WritesConflict(spec, *other)) continue;
      return Fail(Code::kConflict, fmt::format("steps `{}` and `{}` are under way and would write the same path",
                                               other->id.value, spec.id.value));
    }
    running.push_back(&spec);
  }
  return {};
}

Status Turn::On(const PlanEdited& in) {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  TRY(CheckPlan(in.plan));
  ApplyPlan(in.plan);
  return {};
}

// Steps that are the same keep their state; those that changed start anew, unless they are under way.
void Turn::ApplyPlan(const PlanRef& plan) {
  if (state_.plan == plan) return;
  const std::optional<PlanRef> old = std::move(state_.plan);
  std::vector<StepState> old_steps = std::move(state_.steps);
  std::vector<int> new_place(old_steps.size(), -1);
  state_.plan = plan;
  state_.graph = BuildGraph(plan.steps);
  state_.steps.assign(plan.steps.size(), {});
  state_.running_steps.clear();
  state_.settled = 0;
  for (std::size_t place = 0; place < old_steps.size(); ++place) {
    const StepSpec& spec = old->steps[place];
    const int now = state_.graph.Find(spec.id.value);
    if (now < 0) continue;
    const bool same = plan.steps[static_cast<std::size_t>(now)] == spec;
    if (!same && !InProgress(old_steps[place].status)) continue;
    new_place[place] = now;
    state_.steps[static_cast<std::size_t>(now)] = std::move(old_steps[place]);
  }
  auto moved = [&](int lane) { return lane == kRunLane ? kRunLane : new_place[static_cast<std::size_t>(lane)]; };
  for (auto& [id, unit] : state_.units) unit.lane = moved(unit.lane);
  std::erase_if(state_.timers,
                [&](const auto& entry) { return entry.second.lane != kRunLane && moved(entry.second.lane) < 0; });
  for (auto& [id, timer] : state_.timers) timer.lane = moved(timer.lane);
  std::set<int> held;
  for (int lane : state_.held) {
    if (lane == kRunLane || moved(lane) >= 0) held.insert(moved(lane));
  }
  state_.held = std::move(held);
  for (QuestionId id : state_.open) {
    Question& question = state_.questions.at(id);
    question.lane = moved(question.lane);
  }
  const bool fanning = state_.lane.phase == LanePhase::kFanning;
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = state_.steps[static_cast<std::size_t>(place)];
    decision_.touched.steps.insert(place);
    if (IsSettled(step.status)) ++state_.settled;
    if (InProgress(step.status)) state_.running_steps.insert(place);
    if (step.status == StepStatus::kReady) step.status = StepStatus::kPending;
  }
  ForgetReady();
  CountUnmet();
  Say("plan-changed", kRunLane, Json::MakeObject().Set("hash", plan.hash).Set("steps", plan.steps.size()));
  AskAgain();
  if (fanning) CheckEach();
}

}  // namespace forge
