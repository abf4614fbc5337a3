#include "engine/handovers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/subject.h"

namespace forge {
namespace {

// A step may be handed back again before the agent has read the first note.
std::string BothNotes(const std::string& first, const std::string& then) {
  return first.empty() ? then : fmt::format("{}\nand after that: {}", first, then);
}

bool IsInFlight(const State& state, const StepId& step, bool any_step) {
  return std::ranges::any_of(state.units, [&](const auto& entry) {
    return any_step ? !entry.second.step.empty() : entry.second.step == step;
  });
}

const Stage* EachStage(const State& state) {
  if (state.each_stage < 0 || state.lane.stage != state.each_stage || !HasStage(state, state.lane)) return nullptr;
  return &StageOf(state, state.lane);
}

// The stages of the step, started or not; empty: it is a run of its own.
const std::vector<Stage>& StagesOfStep(const State& state, int place) {
  static const std::vector<Stage> kNone;
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const Stage* each = EachStage(state);
  const int pipeline = step.lane ? step.lane->pipeline : each == nullptr ? kChildPipeline : each->pipeline_index;
  return pipeline < 0 ? kNone : state.start.pipelines.pipelines[static_cast<std::size_t>(pipeline)].stages;
}

int FindWork(const std::vector<Stage>& stages, const std::string& name) {
  auto found = std::ranges::find_if(stages, [&](const Stage& stage) { return stage.name == name && Works(stage); });
  if (found == stages.end()) found = std::ranges::find_if(stages, Works);
  return found == stages.end() ? -1 : static_cast<int>(found - stages.begin());
}

// Whether the stage that the lane stands at will not be skipped: its condition has held in this round, or it was sent
// work that it is there for.
bool IsSureToRun(const State& state, const Lane& lane) {
  if (StageOf(state, lane).when.empty() || lane.falls_back || (lane.entered && lane.memo().gate_passed)) return true;
  const std::vector<Stage>& stages = StagesOf(state, lane);
  for (std::size_t i = 0; i < stages.size() && i < lane.memos.size(); ++i) {
    if (stages[i].revision_index == lane.stage && lane.memos[i].verdict == Verdict::kRevision) return true;
  }
  return false;
}

// Where the agent goes on: the stage that repairs what was found last, or the work itself.
int StageToRepeat(const State& state, const Lane& lane, int work) {
  if (!HasStage(state, lane)) return work;
  const Stage& stage = StageOf(state, lane);
  if (lane.memo().verdict == Verdict::kRevision && stage.revision_index >= 0) return stage.revision_index;
  const bool repeats = lane.stage > work && Works(stage) && (state.start.rules < 13 || IsSureToRun(state, lane));
  return repeats ? lane.stage : work;
}

// A person may have the work repeated without limit: the limit of rounds is for agents.
void ForgetRounds(Lane& lane) {
  for (StageMemo& memo : lane.memos) {
    memo.rounds = memo.overtaken = 0;
    memo.last_failures = -1;
    memo.attempts.clear();
    memo.judged.clear();
  }
}

}  // namespace

std::string WhyNotTaken(const State& state, const StepTaken& in) {
  if (IsEnd(state.status)) return fmt::format("the run has ended ({})", Name(state.status));
  const int place = state.graph.Find(in.step.value);
  if (place < 0) return fmt::format("the plan has no step `{}`", in.step.value);
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const auto hold = state.holds.find(in.step);
  if (hold != state.holds.end() && !IsSame(hold->second.holder, in.instead_of))
    return fmt::format("step `{}` is already {}", in.step.value, Describe(hold->second));
  if (IsSettled(step.status)) return fmt::format("step `{}` is {}", in.step.value, Name(step.status));
  if (EachStage(state) == nullptr)
    return fmt::format("the run is not at its steps: step `{}` cannot start", in.step.value);
  if (FindWork(StagesOfStep(state, place), "") < 0)
    return fmt::format("no stage of step `{}` has an agent that works", in.step.value);
  if (step.unmet > 0) return fmt::format("step `{}` waits for other steps", in.step.value);
  if (IsInFlight(state, in.step, false)) return fmt::format("step `{}` is running", in.step.value);
  if (in.alone && IsInFlight(state, in.step, true))
    return fmt::format("another step is running in the worktree that it shares with step `{}`", in.step.value);
  const bool others = std::ranges::any_of(state.holds, [&](const auto& entry) { return entry.first != in.step; });
  const bool shared = others && (in.alone || IsTaken(state, place));
  return shared ? "another step is open in the worktree that the steps share" : "";
}

Status Handovers::On(const StepTaken& in) {
  if (std::string why = WhyNotTaken(state_, in); !why.empty()) return Fail(Code::kConflict, why);
  const int place = state_.graph.Find(in.step.value);
  ++state_.handovers;
  state_.holds[in.step] = Hold{in.holder, in.alone, in.by, change_.at()};
  // Steps that write the same path do not queue behind a person.
  if (change_.StepAt(place).status == StepStatus::kReady) {
    slots_.LeaveReady(place);
    slots_.MakeReady(place);
  }
  change_.Touch(LaneId::OfStep(place));
  return {};
}

Status Handovers::Check(const StepGivenBack& in) const {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, fmt::format("the run has ended ({})", Name(state_.status)));
  const auto hold = state_.holds.find(in.step);
  if (hold == state_.holds.end())
    return Fail(Code::kConflict, fmt::format("step `{}` is not open in a shell", in.step.value));
  if (!IsSame(hold->second.holder, in.holder))
    return Fail(Code::kConflict, fmt::format("step `{}` is {} now", in.step.value, Describe(hold->second)));
  // A checkpoint was answered, say. Nothing takes the work: who did it is told so, and gives the step back as it was.
  const StepStatus status = change_.StepAt(state_.graph.Find(in.step.value)).status;
  if (state_.start.rules >= 8 && in.as != GiveBack::kAsItWas && IsSettled(status))
    return Fail(Code::kConflict, fmt::format("step `{}` is {} since you opened it", in.step.value, Name(status)));
  return {};
}

Status Handovers::On(const StepGivenBack& in) {
  TRY(Check(in));
  state_.holds.erase(in.step);
  const int place = state_.graph.Find(in.step.value);
  change_.Touch(LaneId::OfStep(place));
  if (in.as != GiveBack::kAsItWas && !IsSettled(change_.StepAt(place).status)) TakeWork(place, in);
  return {};
}

void Handovers::TakeWork(int place, const StepGivenBack& in) {
  Handwork work{in.as == GiveBack::kDone, in.snapshot, in.unmerged, in.note, 0};
  work.stage = FindWork(StagesOfStep(state_, place), in.work);
  if (const auto before = state_.handwork.find(in.step); before != state_.handwork.end() && !work.done)
    work.note = BothNotes(before->second.note, work.note);
  if (work.stage < 0) return;  // a new plan or stage since: what was done is kept in its ref
  state_.learnt = true;
  if (!work.done) {
    std::string& handed_back = change_.StepAt(place).handed_back;
    handed_back = BothNotes(handed_back, in.note);
  }
  const StepStatus status = change_.StepAt(place).status;
  if (status == StepStatus::kRunning || status == StepStatus::kWaiting) Return(LaneId::OfStep(place), work);
  state_.handwork[in.step] = std::move(work);
  if (status != StepStatus::kFailed && status != StepStatus::kBlocked) return;
  steps_.Reopen(place);
  steps_.ReopenEach();
  steps_.CheckEach();
}

// The lane goes on at the stage that the person did, or that is to go on from what they did.
void Handovers::Return(LaneId lane, Handwork& work) {
  Lane& at = change_.LaneAt(lane);
  questions_.Withdraw(lane);
  change_.SetStep(lane, StepStatus::kRunning);
  at.reason.clear();
  at.splitting = false;
  change_.StepAt(lane.place()).repairs = 0;
  const bool before_work = at.stage < work.stage;
  if (!work.done && !before_work) work.stage = StageToRepeat(state_, at, work.stage);
  ForgetRounds(at);
  WantNewVerdicts(state_, at);
  if (work.done) {
    for (std::size_t i = static_cast<std::size_t>(work.stage); i < at.memos.size(); ++i) at.memos[i].verdict.reset();
  }
  lanes_.GoTo(lane, before_work ? at.stage : work.stage);
}

bool Handovers::Apply(LaneId lane) {
  if (lane.is_run() || state_.handwork.empty()) return false;
  const auto found = state_.handwork.find(StepOf(state_, lane));
  Lane& at = change_.LaneAt(lane);
  if (found == state_.handwork.end() || at.is_child_run() || at.stage < found->second.stage) return false;
  const Handwork& work = found->second;
  if (!work.snapshot.empty() && at.snapshot != work.snapshot) {
    at.snapshot = state_.tip = work.snapshot;
    at.unmerged = work.unmerged;
    change_.Touch(lane);
  }
  if (work.done && HasStage(state_, at) && Works(StageOf(state_, at))) return true;
  // An agent that was stopped before it was done has not used what it was told before.
  if (!work.done)
    at.note = at.note.starts_with(kHandedBack) ? BothNotes(at.note, work.note) : std::string(kHandedBack) + work.note;
  state_.handwork.erase(found);
  return false;
}

}  // namespace forge
