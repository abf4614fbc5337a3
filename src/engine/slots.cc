// Which of the ready steps gets a free slot: the best first, never beside one that may write the same path. A step that
// clashes stands in the queue of that path, and is looked at again when it is its turn there: no end of a step costs a
// walk over all that wait.
#include <algorithm>
#include <optional>
#include <utility>

#include "engine/repair.h"
#include "engine/turn.h"

namespace forge {

Rank Turn::RankOf(int place) const { return {-state_.graph.remaining_ms[static_cast<std::size_t>(place)], place}; }

void Turn::MakeReady(int place) {
  SetStep(place, StepStatus::kReady);
  state_.ready.insert(RankOf(place));
}

void Turn::StartSteps() {
  if (ApprovalStale()) return AskReapproval();
  const auto slots = static_cast<std::size_t>(StageAt(state_.lane).max_concurrent);
  while (state_.running_steps.size() < slots) {
    const std::optional<int> place = NextToStart();
    if (!place) break;
    if (const std::string* path = FindClash(*place)) {
      QueueFor(*place, *path);
    } else {
      StartStep(*place);
    }
  }
  if (state_.starts_left >= 0 && state_.running_steps.empty()) LoseFocus();
}

std::optional<int> Turn::NextToStart() const {
  if (state_.ready.empty() || state_.starts_left == 0) return std::nullopt;
  if (state_.only_step.empty()) return state_.ready.begin()->second;
  const int place = state_.graph.Find(state_.only_step.value);
  if (place < 0 || !state_.ready.contains(RankOf(place))) return std::nullopt;
  return place;
}

// What was asked for has been done, or cannot be.
void Turn::LoseFocus() {
  std::string why = "the steps that were asked for are settled";
  if (state_.starts_left > 0 && !state_.only_step.empty())
    why = "step `" + state_.only_step.value + "` cannot start yet";
  Focus({}, 0);
  SetStatus(RunStatus::kPaused, why);
}

void Turn::StartStep(int place) {
  const Stage& stage = StageAt(state_.lane);
  StepState& step = state_.steps[static_cast<std::size_t>(place)];
  Lane lane;
  lane.pipeline = stage.over == Over::kRuns ? kChildPipeline : stage.pipeline_index;
  if (lane.pipeline >= 0) {
    lane.memos.resize(state_.start.pipelines.pipelines[static_cast<std::size_t>(lane.pipeline)].stages.size());
  }
  lane.note = PartsDone(state_, place);
  step.lane = std::move(lane);
  ++step.attempts;
  if (state_.starts_left > 0) --state_.starts_left;
  state_.running_steps.insert(place);
  LeaveReady(place);
  SetStep(place, StepStatus::kRunning);
  Hold(place);
}

void Turn::LeaveSlot(int place) {
  if (state_.running_steps.erase(place) > 0) {
    for (const std::string& path : state_.plan->steps[static_cast<std::size_t>(place)].writes) PassTurn(path);
  }
  state_.held.erase(place);
  DropTimers(place);
  Withdraw(place);
}

// The path of a running step that this one may write too; nullptr when it may start.
const std::string* Turn::FindClash(int place) const {
  const auto& mine = state_.plan->steps[static_cast<std::size_t>(place)].writes;
  for (int other : state_.running_steps) {
    for (const std::string& path : state_.plan->steps[static_cast<std::size_t>(other)].writes) {
      const auto overlaps = [&](const std::string& own) { return PatternsOverlap(own, path); };
      if (std::any_of(mine.begin(), mine.end(), overlaps)) return &path;
    }
  }
  return nullptr;
}

void Turn::QueueFor(int place, const std::string& path) {
  LeaveReady(place);
  state_.steps[static_cast<std::size_t>(place)].queued_for = path;
  state_.queues[path].insert(RankOf(place));
}

// It starts, is skipped, or goes to another queue. If it was its turn at some path, the next one there has it now.
void Turn::LeaveReady(int place) {
  const auto path = std::exchange(state_.steps[static_cast<std::size_t>(place)].queued_for, std::nullopt);
  const bool had_turn = state_.ready.erase(RankOf(place)) > 0;
  if (!path) return;
  if (had_turn) return PassTurn(*path);
  auto queue = state_.queues.find(*path);
  if (queue == state_.queues.end()) return;
  queue->second.erase(RankOf(place));
  if (queue->second.empty()) state_.queues.erase(queue);
}

// The first of the queue may try its luck, unless a step that runs has the path.
void Turn::PassTurn(const std::string& path) {
  auto queue = state_.queues.find(path);
  if (queue == state_.queues.end()) return;
  const bool taken = std::any_of(state_.running_steps.begin(), state_.running_steps.end(), [&](int place) {
    const auto& writes = state_.plan->steps[static_cast<std::size_t>(place)].writes;
    return std::find(writes.begin(), writes.end(), path) != writes.end();
  });
  if (taken) return;
  state_.ready.insert(*queue->second.begin());
  queue->second.erase(queue->second.begin());
  if (queue->second.empty()) state_.queues.erase(queue);
}

void Turn::ForgetReady() {
  state_.ready.clear();
  state_.queues.clear();
  for (StepState& step : state_.steps) step.queued_for.reset();
}

}  // namespace forge
