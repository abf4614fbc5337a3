#include "engine/testing/invariants.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/binding_limit.h"

namespace forge::testing {
namespace {

bool Holds(QuestionKind kind) {
  return kind == QuestionKind::kBudget || kind == QuestionKind::kBlocker || kind == QuestionKind::kReapproval ||
         kind == QuestionKind::kGit;
}

class Inspector {
 public:
  explicit Inspector(const State& state) : state_(state) {}

  std::vector<std::string> Run() {
    CheckStatus();
    CheckCounters();
    CheckSteps();
    CheckUnits();
    CheckTimers();
    CheckQuestions();
    CheckHolds();
    CheckLane(kRunLane, state_.lane);
    for (int place = 0; place < size(); ++place) {
      if (step(place).lane) CheckLane(LaneId::OfStep(place), *step(place).lane);
    }
    CheckMoving();
    return std::move(found_);
  }

 private:
  template <typename... Args>
  void Expect(bool holds, fmt::format_string<Args...> text, Args&&... args) {
    if (!holds) found_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  int size() const { return static_cast<int>(state_.steps.size()); }
  const StepState& step(int place) const { return state_.steps[static_cast<std::size_t>(place)]; }
  const StepSpec& spec(int place) const { return state_.plan->steps[static_cast<std::size_t>(place)]; }
  bool HasLane(LaneId lane) const {
    return lane.is_run() || (lane.place() < size() && step(lane.place()).lane.has_value());
  }
  std::string Of(LaneId lane) const { return lane.is_run() ? "the run's lane" : "lane " + spec(lane.place()).id.value; }

  void CheckStatus() {
    const RunStatus status = state_.status;
    const bool broken = state_.lane.phase == LanePhase::kFailed || state_.lane.phase == LanePhase::kBlocked;
    Expect(status != RunStatus::kWaiting, "waiting is read off, never stored");
    Expect(status != RunStatus::kActive || state_.blockers.empty(), "active, and waits for other runs");
    Expect(status != RunStatus::kBlocked || !state_.blockers.empty(), "blocked by no run");
    Expect(status != RunStatus::kFailed || broken, "failed, but its lane did not");
    Expect(!broken || status == RunStatus::kFailed || status == RunStatus::kParked || IsEnd(status),
           "its lane has failed, and the run is {}", Name(status));
    Expect(state_.lane.phase != LanePhase::kDone || !state_.lane.unmerged, "done, and the run's work is on no branch");
    if (!IsEnd(status)) return;
    Expect(state_.timers.empty() && state_.held.empty(), "ended, and something would still happen");
    Expect(state_.blockers.empty(), "ended, and waits for other runs");
  }

  void CheckCounters() {
    Expect(state_.plan.has_value() ? state_.plan->steps.size() == state_.steps.size() : state_.steps.empty(),
           "{} steps have a state", state_.steps.size());
    Expect(state_.graph == (state_.plan ? BuildGraph(state_.plan->steps) : StepGraph{}), "the graph is not the plan's");
    int settled = 0;
    std::set<int> running;
    for (int place = 0; place < size(); ++place) {
      if (IsSettled(step(place).status)) ++settled;
      if (InProgress(step(place).status)) running.insert(place);
    }
    Expect(settled == state_.settled, "{} steps are settled, {} are counted", settled, state_.settled);
    Expect(running == state_.running_steps, "running_steps does not list the steps under way");
  }

  void CheckSteps() {
    for (int place = 0; place < size(); ++place) {
      int unmet = 0;
      for (int need : state_.graph.needs[static_cast<std::size_t>(place)]) {
        if (!IsSettled(step(need).status)) ++unmet;
      }
      const std::string& id = spec(place).id.value;
      Expect(unmet == step(place).unmet, "step {}: {} dependencies are not settled, {} are counted", id, unmet,
             step(place).unmet);
      const StepStatus status = step(place).status;
      Expect(Listed(place) == (status == StepStatus::kReady ? 1 : 0), "step {} is {} and listed {} times as ready", id,
             Name(status), Listed(place));
      const bool waits = state_.waiting.contains({step(place).ready_at, place});
      Expect(waits == (status == StepStatus::kReady && state_.start.rules >= 4), "step {} is {}, and waits: {}", id,
             Name(status), waits);
      Expect(status != StepStatus::kReady || unmet == 0, "step {} is ready before its dependencies", id);
      Expect(!InProgress(status) || step(place).lane.has_value(), "step {} is under way without a lane", id);
      Expect(status != StepStatus::kDone || !step(place).lane || !step(place).lane->unmerged,
             "step {} is done, and its work is on no branch", id);
      const bool may_be_ready = state_.lane.phase == LanePhase::kFanning;
      Expect(!may_be_ready || status != StepStatus::kPending || unmet > 0 || OnCycle(place),
             "step {} could be ready and is pending", id);
    }
    CheckQueues();
    for (int a : state_.running_steps) {
      for (int b : state_.running_steps) {
        Expect(a >= b || IsEnd(state_.status) || !WritesClash(state_, a, b),
               "steps {} and {} run and may write the same path", spec(a).id.value, spec(b).id.value);
      }
    }
  }

  // How often it is listed, among the ready and in the queue it says it stands in.
  int Listed(int place) const {
    const Rank rank = RankOf(state_, place);
    int listed = state_.ready.contains(rank) ? 1 : 0;
    for (const auto& [path, queue] : state_.queues) {
      if (queue.contains(rank)) listed += step(place).queued_for == path ? 1 : 100;
    }
    return listed;
  }

  // Every step in a queue gets a turn: a running step has the path, or a ready step has the turn.
  void CheckQueues() {
    for (const auto& [path, queue] : state_.queues) {
      Expect(!queue.empty(), "an empty queue for {}", path);
      const bool taken = std::any_of(state_.running_steps.begin(), state_.running_steps.end(), [&](int place) {
        const auto& writes = WritesOf(state_, place);
        return std::ranges::find(writes, path) != writes.end();
      });
      const bool turn = std::any_of(state_.ready.begin(), state_.ready.end(),
                                    [&](const Rank& rank) { return step(rank.second).queued_for == path; });
      Expect(taken || turn, "no step has the turn at {}", path);
    }
  }

  bool OnCycle(int place) const {
    return std::any_of(state_.graph.cycles.begin(), state_.graph.cycles.end(), [&](const std::vector<int>& cycle) {
      return std::find(cycle.begin(), cycle.end(), place) != cycle.end();
    });
  }

  void CheckUnits() {
    std::set<std::tuple<LaneId, int, std::string>> members;
    std::size_t in_lanes = state_.lane.units.size();
    for (const StepState& one : state_.steps) in_lanes += one.lane ? one.lane->units.size() : 0;
    Expect(in_lanes == state_.units.size(), "{} units are in flight, {} belong to lanes", state_.units.size(),
           in_lanes);
    for (const auto& [id, unit] : state_.units) {
      Expect(id.value < state_.next_unit, "unit {} is yet to come", id.value);
      if (!HasLane(unit.lane)) {
        Expect(false, "unit {} has no lane", id.value);
        continue;
      }
      const Lane& lane = LaneOf(state_, unit.lane);
      Expect(lane.units.contains(id), "unit {} is not in {}", id.value, Of(unit.lane));
      Expect(unit.step == (unit.lane.is_run() ? StepId{} : spec(unit.lane.place()).id), "unit {} is of another step",
             id.value);
      Expect(members.emplace(unit.lane, unit.stage, unit.member).second,
             "two units in flight for {}, stage {}, member '{}'", Of(unit.lane), unit.stage, unit.member);
      Expect(lane.is_child_run() || unit.stage == lane.stage, "unit {} is of a stage its lane has left", id.value);
    }
    for (const auto& [key, units] : state_.in_hand) {
      Expect(!units.empty(), "nothing has the rest of {} in hand", key);
      for (const UnitId id : units)
        Expect(state_.units.contains(id), "unit {} has ended, and the rest of {} in hand", id.value, key);
      for (const auto& [id, unit] : state_.units) {
        const std::vector<BindingLimit> limits = LimitsOn(state_, unit);
        const bool bound = std::ranges::find(limits, key, &BindingLimit::key) != limits.end();
        Expect(!bound || units.contains(id), "unit {} started while others had the rest of {} in hand", id.value, key);
      }
    }
  }

  void CheckTimers() {
    for (const auto& [id, timer] : state_.timers) {
      if (!HasLane(timer.lane)) {
        Expect(false, "timer {} has no lane", id);
        continue;
      }
      const LanePhase phase = LaneOf(state_, timer.lane).phase;
      const bool fits = timer.member.empty() ? phase == LanePhase::kBackingOff
                                             : phase == LanePhase::kRunning || phase == LanePhase::kHeld;
      Expect(fits, "timer {} of {} has nothing to wake", id, Of(timer.lane));
    }
  }

  void CheckQuestions() {
    std::set<QuestionId> all_open;
    for (const auto& [id, question] : state_.questions) {
      if (question.status == QuestionStatus::kOpen) all_open.insert(id);
    }
    Expect(all_open == state_.open, "the list of open questions is wrong");
    for (const auto& [id, question] : state_.questions) {
      if (question.status != QuestionStatus::kOpen) continue;
      Expect(!IsEnd(state_.status), "ended, and question {} is open", id.value);
      Expect(HasLane(question.lane), "question {} has no lane", id.value);
      Expect(!question.options.empty(), "question {} has no answers", id.value);
      std::string hash;
      if (question.kind == QuestionKind::kCheckpoint) {
        hash = LaneOf(state_, question.lane).snapshot;
      } else if (question.shows == "plan") {
        hash = state_.plan ? state_.plan->hash : "";
      } else if (const ArtifactRef* artifact = FindArtifact(state_, question.lane, question.shows)) {
        hash = artifact->sha256;
      }
      Expect(question.hash == hash, "question {} shows something that has changed", id.value);
    }
  }

  int OpenQuestions(LaneId lane) const {
    return static_cast<int>(std::count_if(state_.questions.begin(), state_.questions.end(), [&](const auto& entry) {
      const Question& question = entry.second;
      return question.status == QuestionStatus::kOpen && question.lane == lane && !Holds(question.kind);
    }));
  }

  int Timers(LaneId lane) const {
    return static_cast<int>(std::count_if(state_.timers.begin(), state_.timers.end(),
                                          [&](const auto& entry) { return entry.second.lane == lane; }));
  }

  void CheckLane(LaneId id, const Lane& lane) {
    if (IsEnd(state_.status)) return;
    const std::string who = Of(id);
    const bool held = state_.held.contains(id);
    const auto units = lane.units.size();
    const int asks = OpenQuestions(id);
    const int timers = Timers(id);
    if (lane.phase != LanePhase::kAsking) Expect(asks == 0, "{} asks in phase {}", who, static_cast<int>(lane.phase));
    switch (lane.phase) {
      case LanePhase::kHeld: Expect(held && units == 0, "{} is held and not listed, or has units", who); return;
      case LanePhase::kGating: Expect(units == 1, "{} has {} gates at once", who, units); return;
      case LanePhase::kRunning: Expect(units > 0 || held || timers > 0, "{} runs without units", who); return;
      case LanePhase::kBackingOff:
        Expect(units == 0 && timers == 1, "{} backs off with {} timers", who, timers);
        return;
      case LanePhase::kAsking: Expect(asks == 1 && units == 0, "{} asks {} questions", who, asks); return;
      case LanePhase::kFanning: Expect(id.is_run() && units == 0 && !held, "{} fans out", who); return;
      case LanePhase::kDone:
      case LanePhase::kFailed:
      case LanePhase::kBlocked:
        Expect(units == 0 && timers == 0 && !held, "{} is over, and something would still happen", who);
        return;
    }
  }

  bool InFocus(int place) const {
    const bool named = state_.only_step.empty() || state_.only_step == spec(place).id;
    return named && state_.starts_left != 0;
  }

  bool Taken(int place) const {
    return std::any_of(state_.holds.begin(), state_.holds.end(),
                       [&](const auto& entry) { return entry.second.alone || entry.first == spec(place).id; });
  }

  // While a person works in a worktree, nothing else does.
  void CheckHolds() {
    for (const auto& [id, hold] : state_.holds) {
      Expect(state_.graph.Find(id.value) >= 0, "step {} is held and in no plan", id.value);
    }
    for (const auto& [id, unit] : state_.units) {
      Expect(unit.lane.is_run() || !Taken(unit.lane.place()) || IsEnd(state_.status),
             "unit {} runs in a worktree that a person has open", id.value);
    }
    for (const auto& [id, work] : state_.handwork) {
      Expect(state_.graph.Find(id.value) >= 0, "handwork of step {}, which is in no plan", id.value);
    }
  }

  // Every run ends or waits for a named thing.
  void CheckMoving() {
    if (!Unheld(state_)) return;
    for (LaneId lane : state_.held) {
      const bool taken = !lane.is_run() && Taken(lane.place());
      Expect(taken || !state_.in_hand.empty(), "{} could move and did not", Of(lane));
    }
    const bool open = std::any_of(state_.questions.begin(), state_.questions.end(),
                                  [](const auto& entry) { return entry.second.status == QuestionStatus::kOpen; });
    Expect(!Idle(state_) || open || !state_.holds.empty(), "active, and nothing is going to happen");
    if (state_.lane.phase != LanePhase::kFanning) return;
    const Stage& stage = state_.start.pipelines.pipelines[0].stages[static_cast<std::size_t>(state_.lane.stage)];
    if (static_cast<int>(state_.running_steps.size()) >= stage.max_concurrent) return;
    Expect(state_.starts_left != 0 || !state_.running_steps.empty(), "nothing may start, and the run does not pause");
    for (int place = 0; place < size(); ++place) {
      if (step(place).status != StepStatus::kReady || !InFocus(place) || Taken(place)) continue;
      const bool clash = std::any_of(state_.running_steps.begin(), state_.running_steps.end(),
                                     [&](int other) { return WritesClash(state_, place, other); });
      Expect(clash || MakesRoom(place), "step {} could run in a free slot", spec(place).id.value);
    }
  }

  // It waits for a starved step that writes the same path and cannot start yet.
  bool MakesRoom(int place) const {
    if (state_.waiting.empty()) return false;
    const int oldest = state_.waiting.begin()->second;
    return oldest != place && step(oldest).overtaken >= kMostOvertaken && !Taken(oldest) &&
           WritesClash(state_, place, oldest);
  }

  const State& state_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> Violations(const State& state) { return Inspector(state).Run(); }

bool ApprovalStale(const State& state) {
  return state.approval_seen && state.plan && state.plan->hash != state.approved_hash;
}

bool Unheld(const State& state) {
  if (state.status != RunStatus::kActive || !state.blockers.empty()) return false;
  return std::none_of(state.questions.begin(), state.questions.end(), [](const auto& entry) {
    return entry.second.status == QuestionStatus::kOpen && Holds(entry.second.kind);
  });
}

}  // namespace forge::testing
