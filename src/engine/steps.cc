#include "engine/steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

bool GivenUp(StepStatus status) { return status == StepStatus::kFailed || status == StepStatus::kBlocked; }

std::string NoSteps(const Stage& stage) {
  return fmt::format("`{}` needs a plan with steps; there is none", stage.name);
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

void Steps::BeginEach() {
  Lane& at = state_.lane;
  if (!state_.plan || state_.plan->steps.empty()) {
    return lanes_.Fail(kRunLane, NoSteps(StageOf(state_, at)));
  }
  if (!state_.graph.cycles.empty()) return lanes_.Fail(kRunLane, Circle(state_));
  if (questions_.ApprovalStale()) {
    change_.Hold(kRunLane);
    return questions_.AskReapproval();
  }
  ++at.attempt;
  const bool same = state_.each_stage == at.stage;
  state_.each_stage = at.stage;
  state_.has_new_steps = false;
  slots_.ForgetReady();
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = change_.StepAt(place);
    const bool before = step.attempts == 0 && state_.start.settled.contains(change_.SpecAt(place).id);
    const bool stays = step.status == StepStatus::kDone && (same || before);
    if (step.status == StepStatus::kSkipped || stays) continue;
    step.lane.reset();
    step.repairs = 0;
    change_.SetStep(place, StepStatus::kPending);
  }
  at.phase = LanePhase::kFanning;
  CountUnmet();
  change_.Say("each-started", kRunLane,
              Json::MakeObject().Set("steps", state_.steps.size()).Set("settled", state_.settled));
  CheckEach();
}

void Steps::Reopen(int place) {
  StepState& step = change_.StepAt(place);
  step.lane.reset();
  step.repairs = 0;
  step.pruned.clear();
  step.dropped.clear();
  std::erase_if(state_.accepted, [&](const AcceptedFailure& one) { return one.step == change_.SpecAt(place).id; });
  change_.SetStep(place, StepStatus::kPending);
  if (step.unmet == 0) slots_.MakeReady(place);
}

// The plan may have changed since the stage failed: every step that could run now is made ready.
void Steps::ReopenEach() {
  const bool began = state_.each_stage == state_.lane.stage && state_.lane.attempt > 0;
  if (!began || state_.lane.phase != LanePhase::kFailed) return;
  state_.lane.phase = LanePhase::kFanning;
  state_.lane.reason.clear();
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    const StepState& step = change_.StepAt(place);
    if (step.status == StepStatus::kPending && step.unmet == 0) slots_.MakeReady(place);
  }
  if (state_.status == RunStatus::kFailed) change_.GoOn();
}

void Steps::CountUnmet() {
  for (int place = 0; place < static_cast<int>(state_.steps.size()); ++place) {
    StepState& step = change_.StepAt(place);
    const auto& needs = state_.graph.needs[static_cast<std::size_t>(place)];
    step.unmet = static_cast<int>(
        std::count_if(needs.begin(), needs.end(), [&](int need) { return !IsSettled(change_.StepAt(need).status); }));
    const bool fans = state_.lane.phase == LanePhase::kFanning;
    if (fans && step.unmet == 0 && step.status == StepStatus::kPending) slots_.MakeReady(place);
  }
}

void Steps::Settle(int place, StepStatus status, const std::string& reason) {
  StepState& step = change_.StepAt(place);
  slots_.LeaveReady(place);
  slots_.LeaveSlot(place);
  change_.SetStep(place, status, reason);
  step.handed_back.clear();
  if (step.lane) step.lane->phase = LanePhase::kDone;
  for (int next : state_.graph.feeds[static_cast<std::size_t>(place)]) {
    StepState& later = change_.StepAt(next);
    if (--later.unmet == 0 && later.status == StepStatus::kPending && state_.lane.phase == LanePhase::kFanning) {
      slots_.MakeReady(next);
    }
  }
  CheckEach();
}

void Steps::GiveUp(int place, StepStatus status, const std::string& reason) {
  slots_.LeaveSlot(place);
  change_.SetStep(place, status, reason);
  CheckEach();
}

void Steps::WaitForParts(int place) {
  StepState& step = change_.StepAt(place);
  slots_.LeaveSlot(place);
  step.lane.reset();
  change_.SetStep(place, StepStatus::kPending);
  if (step.unmet == 0) slots_.MakeReady(place);
  CheckEach();
}

void Steps::CheckEach() {
  if (state_.lane.phase != LanePhase::kFanning) return;
  if (state_.steps.empty()) return lanes_.Fail(kRunLane, NoSteps(StageOf(state_, state_.lane)));
  if (state_.settled == static_cast<int>(state_.steps.size())) return lanes_.Approve(kRunLane);
  if (state_.running_steps.empty() && state_.ready.empty()) lanes_.Fail(kRunLane, Unfinished(state_));
}

}  // namespace forge
