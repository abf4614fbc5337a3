#include "engine/slots.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/parts.h"

namespace forge {

void Slots::Focus(const StepId& step, int steps) {
  state_.only_step = step;
  state_.starts_left = !step.empty() ? 1 : steps > 0 ? steps : -1;
}

void Slots::MakeReady(int place) {
  change_.SetStep(place, StepStatus::kReady);
  state_.ready.insert(RankOf(place));
  if (state_.start.rules < 4) return;
  StepState& step = change_.StepAt(place);
  step.ready_at = state_.starts;
  step.overtaken = 0;
  state_.waiting.emplace(step.ready_at, place);
}

// Only the one that waits longest is counted: when it has started, the next one is. Of those that became ready together
// the first in the plan waits longest.
void Slots::CountOvertaken(int started) {
  if (state_.start.rules < 4) return;
  ++state_.starts;
  if (state_.waiting.empty()) return;
  const auto [since, oldest] = *state_.waiting.begin();
  const bool counts = state_.start.rules >= 6 || since < change_.StepAt(started).ready_at;
  if (oldest != started && counts) ++change_.StepAt(oldest).overtaken;
}

std::optional<int> Slots::Starved() const {
  if (state_.waiting.empty()) return std::nullopt;
  const int oldest = state_.waiting.begin()->second;
  const bool starved = change_.StepAt(oldest).overtaken >= kMostOvertaken && !IsTaken(state_, oldest);
  return starved ? std::optional(oldest) : std::nullopt;
}

bool Slots::Clash(int a, int b) const { return a != b && WritesClash(state_, a, b); }

// What writes the same paths as a starved step waits for it: others would only overtake it again.
bool Slots::MustWait(int place, std::optional<int> starved) const {
  return IsTaken(state_, place) || (starved && (place == *starved || Clash(place, *starved)));
}

// A ready step that must wait stays ready, but keeps its turn at a path from nobody: the next in that queue has it.
void Slots::GiveUpTurns() {
  std::optional<int> starved = Starved();
  if (starved && FindClash(*starved) == nullptr) starved.reset();
  if (!starved && state_.holds.empty()) return;
  std::vector<int> ready;
  for (const Rank& rank : state_.ready) ready.push_back(rank.second);
  while (!ready.empty()) {
    StepState& step = change_.StepAt(ready.back());
    const bool gives_up = step.queued_for && MustWait(ready.back(), starved);
    ready.pop_back();
    if (!gives_up) continue;
    if (const auto next = PassTurn(*std::exchange(step.queued_for, std::nullopt))) ready.push_back(*next);
  }
}

void Slots::Fill() {
  if (questions_.ApprovalStale()) return questions_.AskReapproval();
  const auto slots = static_cast<std::size_t>(StageOf(state_, state_.lane).max_concurrent);
  while (state_.running_steps.size() < slots) {
    if (state_.start.rules >= 13) GiveUpTurns();
    const std::optional<int> place = NextToStart();
    if (!place) break;
    if (const std::string* path = FindClash(*place)) {
      QueueFor(*place, *path);
    } else {
      Start(*place);
    }
  }
  if (state_.starts_left >= 0 && state_.running_steps.empty()) LoseFocus();
}

std::optional<int> Slots::NextToStart() const {
  if (state_.ready.empty() || state_.starts_left == 0) return std::nullopt;
  if (state_.only_step.empty()) {
    const std::optional<int> starved = Starved();
    if (starved && FindClash(*starved) == nullptr) return starved;
    for (const Rank& rank : state_.ready) {
      if (!MustWait(rank.second, starved)) return rank.second;
    }
    return std::nullopt;
  }
  const int place = state_.graph.Find(state_.only_step.value);
  if (place < 0 || IsTaken(state_, place)) return std::nullopt;
  if (state_.ready.contains(RankOf(place))) return place;
  // The first of a queue has its turn and may not start now: it must not hold up the step that may.
  const auto& path = change_.StepAt(place).queued_for;
  const auto queue = path ? state_.queues.find(*path) : state_.queues.end();
  const bool waits = queue != state_.queues.end() && queue->second.contains(RankOf(place));
  return waits && FindClash(place) == nullptr ? std::optional(place) : std::nullopt;
}

// The requested steps are settled, or cannot start.
void Slots::LoseFocus() {
  std::string why = "the requested steps are settled";
  if (state_.starts_left > 0 && !state_.only_step.empty())
    why = "step `" + state_.only_step.value + "` cannot start yet";
  Focus({}, 0);
  change_.SetStatus(RunStatus::kPaused, why);
}

void Slots::Start(int place) {
  const Stage& stage = StageOf(state_, state_.lane);
  StepState& step = change_.StepAt(place);
  Lane lane;
  lane.pipeline = stage.over == Over::kRuns ? kChildPipeline : stage.pipeline_index;
  if (!lane.is_child_run()) lane.memos.resize(StagesOf(state_, lane).size());
  lane.note = PartsDone(state_, place);
  if (!step.note.empty()) lane.note += (lane.note.empty() ? "" : "\n\n") + std::exchange(step.note, "");
  lane.urge = std::exchange(step.urge, "");
  step.lane = std::move(lane);
  ++step.attempts;
  if (state_.starts_left > 0) --state_.starts_left;
  CountOvertaken(place);
  state_.running_steps.insert(place);
  LeaveReady(place);
  change_.SetStep(place, StepStatus::kRunning);
  change_.Hold(LaneId::OfStep(place));
}

void Slots::LeaveSlot(int place) {
  if (state_.running_steps.erase(place) > 0) {
    for (const std::string& path : WritesOf(state_, place)) PassTurn(path);
  }
  const LaneId lane = LaneId::OfStep(place);
  state_.held.erase(lane);
  change_.DropTimers(lane);
  questions_.Withdraw(lane);
}

// The path of a running step that this one may write too; nullptr when it may start.
const std::string* Slots::FindClash(int place) const {
  const auto& mine = WritesOf(state_, place);
  for (int other : state_.running_steps) {
    for (const std::string& path : WritesOf(state_, other)) {
      const auto overlaps = [&](const std::string& own) { return PatternsOverlap(own, path, BracesIn(state_)); };
      if (std::any_of(mine.begin(), mine.end(), overlaps)) return &path;
    }
  }
  return nullptr;
}

void Slots::QueueFor(int place, const std::string& path) {
  Unlist(place);
  change_.StepAt(place).queued_for = path;
  state_.queues[path].insert(RankOf(place));
}

void Slots::LeaveReady(int place) {
  state_.waiting.erase({change_.StepAt(place).ready_at, place});
  Unlist(place);
}

// If it was the step's turn at a path, the next step in that queue has it now.
void Slots::Unlist(int place) {
  const auto path = std::exchange(change_.StepAt(place).queued_for, std::nullopt);
  const bool had_turn = state_.ready.erase(RankOf(place)) > 0;
  if (!path) return;
  if (had_turn) {
    PassTurn(*path);
    return;
  }
  auto queue = state_.queues.find(*path);
  if (queue == state_.queues.end()) return;
  queue->second.erase(RankOf(place));
  if (queue->second.empty()) state_.queues.erase(queue);
}

// The first of the queue is ready, unless a running step writes the path.
std::optional<int> Slots::PassTurn(const std::string& path) {
  auto queue = state_.queues.find(path);
  if (queue == state_.queues.end()) return std::nullopt;
  const bool taken = std::any_of(state_.running_steps.begin(), state_.running_steps.end(), [&](int place) {
    const auto& writes = WritesOf(state_, place);
    return std::find(writes.begin(), writes.end(), path) != writes.end();
  });
  if (taken) return std::nullopt;
  const Rank next = *queue->second.begin();
  state_.ready.insert(next);
  queue->second.erase(queue->second.begin());
  if (queue->second.empty()) state_.queues.erase(queue);
  return next.second;
}

void Slots::ForgetReady() {
  state_.ready.clear();
  state_.waiting.clear();
  state_.queues.clear();
  for (StepState& step : state_.steps) step.queued_for.reset();
}

}  // namespace forge
