#include "engine/core.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/strings.h"
#include "engine/answers.h"
#include "engine/budgets.h"
#include "engine/controls.h"
#include "engine/endings.h"
#include "engine/handovers.h"
#include "engine/lane_moves.h"
#include "engine/panels.h"
#include "engine/plan_intake.h"
#include "engine/questions.h"
#include "engine/repairs.h"
#include "engine/revisions.h"
#include "engine/slots.h"
#include "engine/stages.h"
#include "engine/state_change.h"
#include "engine/steps.h"

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
      if (!names.contains(other)) return "waits for a member `" + other + "`, which does not exist";
    }
  }
  return names.empty() ? "has no members" : "";
}

std::string WhyBroken(const PipelineSet& set, bool for_steps, const Pipeline& pipeline, int place) {
  const Stage& stage = pipeline.stages[static_cast<std::size_t>(place)];
  const int pipelines = static_cast<int>(set.pipelines.size());
  if (!stage.on_revision.empty() && (stage.revision_index < 0 || stage.revision_index > place))
    return "sends work back to a stage that is not before it";
  if (!stage.on_timeout.empty() && stage.timeout_index <= place) return "falls back to a stage that is not after it";
  if (stage.repair > 0 && stage.revision_index < 0) return "has `repair` and no `on_revision`";
  if (stage.kind == StageKind::kPanel) return WhyNoPanel(stage);
  if (stage.kind != StageKind::kEach) return "";
  if (for_steps) return "is an `each` stage inside a step";
  if (stage.max_concurrent < 1) return "has a `max_concurrent` below 1";
  if (stage.over == Over::kRuns) return "";
  const bool exists = stage.pipeline_index > 0 && stage.pipeline_index < pipelines;
  if (!exists || set.pipelines[static_cast<std::size_t>(stage.pipeline_index)].stages.empty())
    return "has no pipeline for its steps";
  return "";
}

// Resolve() makes no such set, but a damaged journal may hold one, and the code below relies on it.
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

// One input at work: the parts of the core, each over those that it may use, and what each input sets going. Every
// On looks before it changes anything, so that a refusal leaves the state as it was.
class Core {
 public:
  Core(State& state, TimePoint at) : change_(state, at), state_(state) {}

  Status On(const Started& in);
  Status On(const Attached& in);
  Status On(const Began& in);
  Status On(const Ended& in);
  Status On(const TimerFired& in);
  Status On(const Answered& in) { return answers_.On(in); }
  Status On(const Control& in) { return controls_.On(in); }
  Status On(const BlockerEnded& in) { return controls_.On(in); }
  Status On(const PlanEdited& in) { return plans_.On(in); }
  Status On(const DayLimit& in) { return budgets_.On(in); }
  Status On(const GitDiffers& in);
  Status On(const StepTaken& in) { return handovers_.On(in); }
  Status On(const StepGivenBack& in) { return handovers_.On(in); }

  // Moves every lane that may move, until none can.
  void Pump();

  Decision& decision() { return change_.decision(); }
  const std::string& broken() const { return change_.broken(); }

 private:
  void Keep(const Unit& unit, const UnitOutcome& outcome);
  void KeepCommit(const Unit& unit, const UnitOutcome& outcome);
  void NoteChange(Lane& lane, const Unit& unit, const UnitOutcome& outcome);

  StateChange change_;
  Questions questions_{change_};
  LaneMoves lanes_{change_};
  Slots slots_{change_, questions_};
  Steps steps_{change_, questions_, lanes_, slots_};
  PlanIntake plans_{change_, questions_, slots_, steps_};
  Endings endings_{change_, questions_, lanes_, steps_};
  Budgets budgets_{change_, questions_, endings_};
  Revisions revisions_{change_, questions_, lanes_, endings_};
  Repairs repairs_{change_, lanes_, revisions_};
  Panels panels_{change_, lanes_, endings_, budgets_, revisions_};
  Answers answers_{change_, questions_, lanes_, endings_, budgets_, revisions_};
  Handovers handovers_{change_, questions_, lanes_, slots_, steps_};
  Stages stages_{
      {change_, questions_, lanes_, steps_, endings_, budgets_, revisions_, repairs_, panels_, answers_, handovers_}};
  Controls controls_{change_, questions_, lanes_, slots_, steps_, endings_, answers_};
  State& state_;
};

Status Core::On(const Started& in) {
  if (!state_.start.pipelines.pipelines.empty()) return Fail(Code::kConflict, "the run has already started");
  TRY(CheckPipelines(in.pipelines));
  if (in.plan) TRY(plans_.Check(*in.plan));
  state_.start = in;
  state_.limit = in.budget;
  state_.role_limits = in.role_budgets;
  budgets_.SetDay(in.day);
  state_.lane.memos.resize(in.pipelines.pipelines[0].stages.size());
  if (in.plan) plans_.Take(*in.plan);
  for (const auto& [step, status] : in.settled) {
    const int place = state_.graph.Find(step.value);
    const bool done = status == StepStatus::kDone;
    if (place < 0 || (!done && status != StepStatus::kSkipped)) continue;
    steps_.Settle(place, status, done ? "done before this run" : "skipped before this run");
  }
  state_.approved_hash = in.approved;
  state_.approval_seen = !in.approved.empty();
  slots_.Focus(in.focus, in.focus_steps);
  change_.Hold(kRunLane);
  return {};
}

Status Core::On(const Attached&) {
  // A run that ended while units were in flight still needs an engine that sees them end.
  if (IsEnd(state_.status) && state_.units.empty()) return Fail(Code::kConflict, "the run has ended");
  if (state_.start.rules >= 3) change_.BeginUnits();
  return {};
}

Status Core::On(const Began& in) {
  auto it = state_.units.find(in.unit);
  if (it == state_.units.end()) return Fail(Code::kConflict, "the unit is not in flight");
  it->second.pid = in.pid;
  it->second.pid_start = in.pid_start;
  change_.Touch(in.unit);
  return {};
}

Status Core::On(const Ended& in) {
  auto it = state_.units.find(in.unit);
  if (it == state_.units.end()) return Fail(Code::kConflict, "the unit is not in flight");
  const Unit unit = std::move(it->second);
  state_.units.erase(it);
  change_.Touch(unit.id);
  change_.LaneAt(unit.lane).units.erase(unit.id);
  budgets_.Forget(unit.id);
  Keep(unit, in.outcome);
  if (IsEnd(state_.status)) return {};
  // The unit may have rewritten the plan: its step is found by name, not by where it stood.
  const LaneId lane = unit.step.empty() ? kRunLane : LaneId::OfStep(state_.graph.Find(unit.step.value));
  stages_.OnUnit(lane, unit, in.outcome);
  return {};
}

// What the branch must contain from now on.
void Core::KeepCommit(const Unit& unit, const UnitOutcome& outcome) {
  if (unit.kind != UnitKind::kIntegrate && unit.kind != UnitKind::kChild) return;
  const std::string commit = outcome.result["commit"].AsString();
  if (commit.empty()) return;
  if (unit.kind == UnitKind::kIntegrate && StageOf(state_, unit).how == "squash") state_.commits.clear();
  state_.commits.push_back(commit);
}

// Which units made what the next commit of the lane will hold.
void Core::NoteChange(Lane& lane, const Unit& unit, const UnitOutcome& outcome) {
  constexpr std::size_t kMostKept = 50;
  if (!outcome.unmerged) return lane.changes.clear();
  const bool changed = unit.kind == UnitKind::kAgent && outcome.snapshot != lane.snapshot;
  if (changed && lane.changes.size() < kMostKept)
    lane.changes.push_back({unit.stage, std::string(Trim(outcome.result["summary"].AsString()))});
}

// What a unit leaves behind whatever is decided about it.
void Core::Keep(const Unit& unit, const UnitOutcome& outcome) {
  Lane& lane = change_.LaneAt(unit.lane);
  state_.spent += outcome.usage;
  // The machine's fault: the unit is started again, and the limit of units is not for that.
  const bool machine = outcome.status == UnitStatus::kFailed && outcome.error_class == ErrorClass::kMachine;
  if (machine && unit.kind != UnitKind::kGate) --state_.units_started;
  budgets_.CountSpending(unit, outcome.usage);
  if (!lane.is_child_run() && unit.stage < static_cast<int>(lane.memos.size())) {
    lane.memos[static_cast<std::size_t>(unit.stage)].spent += outcome.usage;
  }
  KeepCommit(unit, outcome);
  state_.has_concerns = state_.has_concerns || !outcome.result["concerns"].AsArray().empty();
  for (const ArtifactRef& artifact : outcome.artifacts) state_.artifacts[artifact.name] = artifact;
  if (!outcome.artifacts.empty()) questions_.AskAgain();
  if (!outcome.snapshot.empty()) {
    NoteChange(lane, unit, outcome);
    lane.snapshot = outcome.snapshot;
    lane.unmerged = outcome.unmerged;
    state_.tip = outcome.snapshot;
    change_.Touch(unit.lane);
  }
  const bool merged = unit.kind == UnitKind::kIntegrate && outcome.status == UnitStatus::kDone && outcome.passed;
  if (merged) {
    lane.unmerged = false;
    lane.changes.clear();
  }
  if (outcome.plan && !IsEnd(state_.status)) plans_.TakeFrom(unit, *outcome.plan);
}

Status Core::On(const TimerFired& in) {
  auto it = state_.timers.find(in.timer);
  if (it == state_.timers.end()) return Fail(Code::kConflict, "no such timer");
  const LaneId lane = it->second.lane;
  state_.timers.erase(it);
  if (change_.LaneAt(lane).phase == LanePhase::kBackingOff) {
    change_.Hold(lane);
  } else {
    state_.held.insert(lane);
  }
  return {};
}

Status Core::On(const GitDiffers& in) {
  if (IsEnd(state_.status)) return Fail(Code::kConflict, "the run has ended");
  const auto asks = [&](QuestionId id) { return state_.questions.at(id).kind == QuestionKind::kGit; };
  if (std::ranges::any_of(state_.open, asks)) return Fail(Code::kConflict, "a person is asked already");
  state_.git = in;
  state_.git_choice.clear();
  state_.next_unit = std::max(state_.next_unit, in.last_unit + 1);
  if (in.stop) change_.StopAllUnits();
  questions_.Ask(QuestionKind::kGit, kRunLane, in.text, in.options, "");
  return {};
}

void Core::Pump() {
  while (change_.MayMove()) {
    if (state_.lane.phase == LanePhase::kFanning) slots_.Fill();
    if (state_.held.empty() || !change_.MayMove()) return;
    const auto first = std::ranges::find_if(state_.held, [&](LaneId lane) {
      return !budgets_.Waits(lane) && (lane.is_run() || !IsTaken(state_, lane.place()));
    });
    if (first == state_.held.end()) return;
    const LaneId lane = *first;
    state_.held.erase(first);
    stages_.Move(lane);
  }
}

}  // namespace

Result<Decision> Decide(State& state, const TimedInput& input) {
  const bool starts = std::holds_alternative<Started>(input.input);
  if (!starts && state.start.pipelines.pipelines.empty()) return Fail(Code::kConflict, "the run has not started");
  // The time that a run waits for a person is not counted.
  // What still works in a run that was paused is counted.
  const bool still_works = state.start.rules >= 13 && !state.units.empty();
  const bool was_active = Outlook(state) == RunStatus::kActive || still_works;
  const auto* differs = std::get_if<GitDiffers>(&input.input);
  const bool compared = differs != nullptr && differs->stop;  // by an engine that is not attached yet
  const bool gap = starts || std::holds_alternative<Attached>(input.input) || compared;
  Core core(state, input.at);
  TRY(std::visit([&](const auto& in) { return core.On(in); }, input.input));
  if (was_active && !gap) state.active_ms += std::max<std::int64_t>(0, input.at.ms - state.last_at.ms);
  state.last_at = input.at;
  core.Pump();
  if (!core.broken().empty()) return Fail(Code::kCorrupt, core.broken());
  return std::move(core.decision());
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
  for (const auto& [id, timer] : state.timers) actions.emplace_back(SetTimer{id, timer.due, timer.until});
  return actions;
}

}  // namespace forge
