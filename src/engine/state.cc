#include "engine/state.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/strings.h"

namespace forge {
namespace {

void AddMemos(const State& state, const Lane& lane, Json& record) {
  if (lane.is_child_run()) return;
  Json verdicts = Json::MakeObject();
  Json results = Json::MakeObject();
  const auto& stages = StagesOf(state, lane);
  for (std::size_t i = 0; i < lane.memos.size(); ++i) {
    const StageMemo& memo = lane.memos[i];
    const bool passed = memo.entered > 0 && !memo.skipped && static_cast<int>(i) < lane.stage;
    if (memo.verdict) {
      verdicts.Set(stages[i].name, Name(*memo.verdict));
    } else if (passed) {
      verdicts.Set(stages[i].name, "n/a");  // done, and not of the kind that judges
    }
    if (!memo.result.is_null()) results.Set(stages[i].name, memo.result);
  }
  record.Set("verdicts", std::move(verdicts));
  record.Set("results", std::move(results));
}

// The plan is the one that the run began with, and no review has asked to change it.
bool PlanIsGiven(const State& state) {
  if (!state.plan || !state.start.plan || state.plan->hash != state.start.plan->hash) return false;
  return std::ranges::none_of(state.lane.memos,
                              [](const StageMemo& memo) { return memo.verdict == Verdict::kRevision; });
}

// The first plan of the run stands: no stage behind the one that wrote it asks for a change, and no person decided
// otherwise or said anything about it.
bool PlanStands(const State& state) {
  if (!state.plan || state.start.pipelines.pipelines.empty()) return false;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines[0].stages;
  const auto author = std::ranges::find(stages, "plan", &Stage::produces);
  if (author == stages.end()) return false;
  const auto behind = static_cast<std::size_t>(author - stages.begin()) + 1;
  for (std::size_t i = behind; i < stages.size() && i < state.lane.memos.size(); ++i) {
    if (state.lane.memos[i].verdict == Verdict::kRevision) return false;
  }
  return std::ranges::none_of(state.questions, [&](const auto& entry) {
    const Question& question = entry.second;
    if (question.kind != QuestionKind::kAsk || question.status != QuestionStatus::kAnswered || !question.step.empty())
      return false;
    const auto asked = std::ranges::find(stages, question.stage, &Stage::name);
    if (static_cast<std::size_t>(asked - stages.begin()) < behind) return false;
    const bool first = question.options.empty() || EqualsIgnoreCase(question.answer, question.options[0]);
    return !first || !Trim(question.comment).empty();
  });
}

// Whether the run's own pipeline says that a review of the whole covers the steps.
bool FoldsReviews(const State& state) {
  const auto& pipelines = state.start.pipelines.pipelines;
  return !pipelines.empty() && std::ranges::any_of(pipelines[0].stages, [&](const Stage& stage) {
    return std::ranges::find(stage.folds_reviews, state.start.size) != stage.folds_reviews.end();
  });
}

// More than these are too much to be read only together.
constexpr std::size_t kMostFolded = 8;

// A step of medium complexity that the run's own pipeline leaves to the reviewers of the whole.
bool IsFolded(const State& state, const std::string& complexity) {
  const auto& pipelines = state.start.pipelines.pipelines;
  if (complexity == "complex" || state.steps.size() > kMostFolded || pipelines.empty()) return false;
  return std::ranges::any_of(pipelines[0].stages, [&](const Stage& stage) {
    return std::ranges::find(stage.folds_medium, state.start.size) != stage.folds_medium.end();
  });
}

FileCount CountIn(const State& state) { return {BracesIn(state), state.start.rules >= 6}; }

// Few steps, none of them worth a review of its own, and one that covers them all.
bool PlanIsSmall(const State& state) {
  if (!state.plan || state.plan->steps.empty() || !FoldsReviews(state)) return false;
  if (static_cast<int>(state.plan->steps.size()) > state.start.small_plan) return false;
  return std::ranges::none_of(
      state.plan->steps, [&](const StepSpec& step) { return EffectiveComplexity(step, CountIn(state)) == "complex"; });
}

// One step is the whole: who reviews the whole reviews the step. --full asks for every stage.
bool IsOneStep(const State& state) {
  return state.plan && state.plan->steps.size() == 1 && state.start.flags["full"].AsString() != "true";
}

// From how many other angles the plan is looked at: as was said, else by the size of the work.
std::string Visions(const State& state) {
  const std::string said = state.start.flags["visions"].AsString();
  if (said == "none" || said == "one" || said == "three") return said;
  return state.start.size == "complex" ? "three" : "one";
}

Json RunRecord(const State& state) {
  Json run = Json::MakeObject();
  run.Set("objective", state.start.objective);
  run.Set("size", state.start.size);
  run.Set("risk", Lower(Trim(state.start.flags["risk"].AsString())));
  run.Set("status", Name(state.status));
  run.Set("plan_hash", state.plan ? state.plan->hash : "");
  run.Set("plan_given", PlanIsGiven(state));
  run.Set("plan_stands", PlanStands(state));
  run.Set("steps", static_cast<std::int64_t>(state.steps.size()));
  run.Set("small_plan", PlanIsSmall(state));
  run.Set("one_step", IsOneStep(state));
  run.Set("visions", Visions(state));
  run.Set("learnt", state.learnt);
  run.Set("answers", state.answers.is_null() ? Json::MakeObject() : state.answers);
  run.Set("flags", state.start.flags.is_null() ? Json::MakeObject() : state.start.flags);
  AddMemos(state, state.lane, run);
  return run;
}

}  // namespace

LaneId LaneId::OfStep(int place) {
  CHECK(place >= 0);
  return LaneId(place);
}

int LaneId::place() const {
  CHECK(!is_run());
  return number_;
}

std::string_view Name(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::kAsk: return "ask";
    case QuestionKind::kEscalation: return "escalation";
    case QuestionKind::kBudget: return "budget";
    case QuestionKind::kBlocker: return "blocker";
    case QuestionKind::kReapproval: return "reapproval";
    case QuestionKind::kGit: return "git";
    case QuestionKind::kCheckpoint: return "checkpoint";
  }
  return "?";
}

std::string_view Name(QuestionStatus status) {
  switch (status) {
    case QuestionStatus::kOpen: return "open";
    case QuestionStatus::kAnswered: return "answered";
    case QuestionStatus::kWithdrawn: return "withdrawn";
    case QuestionStatus::kDeferred: return "deferred";
  }
  return "?";
}

bool Idle(const State& state) { return state.units.empty() && state.timers.empty(); }

RunStatus Outlook(const State& state) {
  const bool needs_person = !state.open.empty() || !state.holds.empty();
  if (state.status == RunStatus::kActive && Idle(state) && needs_person) return RunStatus::kWaiting;
  return state.status;
}

bool Settled(const State& state) {
  if (!state.units.empty()) return false;
  return state.status != RunStatus::kActive || Outlook(state) == RunStatus::kWaiting;
}

bool IsTaken(const State& state, int place) {
  if (state.holds.empty()) return false;
  return state.holds.contains(state.plan->steps[static_cast<std::size_t>(place)].id) ||
         std::ranges::any_of(state.holds, [](const auto& entry) { return entry.second.alone; });
}

std::string Describe(const Hold& hold) {
  return std::string(kOpenInShell) + (hold.by.empty() ? "" : " of " + hold.by) + " (process " +
         std::to_string(hold.holder.pid) + ")";
}

bool InProgress(StepStatus status) { return status == StepStatus::kRunning || status == StepStatus::kWaiting; }

std::string WithUrge(const std::string& note, const std::string& urge) {
  if (urge.empty()) return note;
  const std::string added = "A person asks to try again: " + urge;
  return note.empty() ? added : note + "\n\n" + added;
}

bool Works(const Stage& stage) { return stage.kind == StageKind::kAgent && !stage.splits() && stage.verdict.empty(); }

const Lane& LaneOf(const State& state, LaneId lane) {
  return lane.is_run() ? state.lane : *state.steps[static_cast<std::size_t>(lane.place())].lane;
}

StepId StepOf(const State& state, LaneId lane) {
  return lane.is_run() ? StepId{} : state.plan->steps[static_cast<std::size_t>(lane.place())].id;
}

const std::vector<Stage>& StagesOf(const State& state, const Lane& lane) {
  return state.start.pipelines.pipelines[static_cast<std::size_t>(lane.pipeline)].stages;
}

bool HasStage(const State& state, const Lane& lane) {
  return !lane.is_child_run() && lane.stage < static_cast<int>(StagesOf(state, lane).size());
}

const Stage& StageOf(const State& state, const Lane& lane) {
  return StagesOf(state, lane)[static_cast<std::size_t>(lane.stage)];
}

int RoundsOf(const State& state, LaneId lane) {
  return StageOf(state, LaneOf(state, lane)).rounds(!lane.is_run() || state.start.rules >= 1);
}

const std::vector<std::string>& WritesOf(const State& state, int place) {
  static const std::vector<std::string> kEverything = {"**"};
  const StepSpec& step = state.plan->steps[static_cast<std::size_t>(place)];
  if (!step.writes.empty() || state.each_stage < 0 || ChangesNothing(step)) return step.writes;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  return stages[static_cast<std::size_t>(state.each_stage)].apart ? kEverything : step.writes;
}

bool WritesClash(const State& state, int a, int b) {
  return std::ranges::any_of(WritesOf(state, a), [&](const std::string& mine) {
    return std::ranges::any_of(WritesOf(state, b),
                               [&](const std::string& other) { return PatternsOverlap(mine, other, BracesIn(state)); });
  });
}

Rank RankOf(const State& state, int place) {
  constexpr std::int64_t kLevel = std::int64_t{1} << 48U;  // more than any path, in milliseconds
  const auto at = static_cast<std::size_t>(place);
  const bool ranked = state.start.rules >= 4 && state.plan;
  const std::int64_t level = ranked ? PriorityOf(state.plan->steps[at]) : 0;
  return {-state.graph.remaining_ms[at] - level * kLevel, place};
}

int RetriesOf(const State& state, LaneId lane) {
  constexpr std::int64_t kMostRetries = 1000;  // that a step may ask for
  const Stage& stage = StageOf(state, LaneOf(state, lane));
  if (lane.is_run()) return stage.retry;
  const std::int64_t own = state.plan->steps[static_cast<std::size_t>(lane.place())].max_retries;
  return own > 0 ? static_cast<int>(std::min(own, kMostRetries)) : stage.retry;
}

bool LaneBroke(const Lane& lane) { return lane.phase == LanePhase::kFailed || lane.phase == LanePhase::kBlocked; }

std::string NamesOfBlockers(const State& state) {
  std::vector<std::string> names;
  for (RunId run : state.blockers) names.push_back(std::to_string(run.value));
  return Join(names, ", ");
}

bool HoldsRun(const Question& question) {
  return question.kind == QuestionKind::kBudget || question.kind == QuestionKind::kBlocker ||
         question.kind == QuestionKind::kReapproval || question.kind == QuestionKind::kGit;
}

std::string_view FirstLineOf(const Question& question) {
  return std::string_view(question.text).substr(0, question.text.find('\n'));
}

bool IsAtCheckpoint(const State& state, int place) {
  return std::ranges::any_of(state.open, [&](QuestionId id) {
    const Question& question = state.questions.at(id);
    return question.kind == QuestionKind::kCheckpoint && question.lane == LaneId::OfStep(place);
  });
}

std::string DescribeAccepted(const State& state) {
  // In the order of the plan, the run's own last: which of two steps came first is chance.
  const auto place = [&](const AcceptedFailure& one) {
    std::size_t at = 0;
    while (state.plan && at < state.plan->steps.size() && state.plan->steps[at].id != one.step) ++at;
    return one.step.empty() ? std::numeric_limits<std::size_t>::max() : at;
  };
  std::vector<AcceptedFailure> accepted = state.accepted;
  std::ranges::stable_sort(accepted, {}, place);
  std::vector<std::string> parts;
  for (const AcceptedFailure& one : accepted) {
    const std::string where = one.step.empty() ? one.stage : one.step.value + " " + one.stage;
    parts.push_back(where + ": " + one.what);
  }
  return parts.empty() ? "" : std::string(kAcceptedMark) + Join(parts, "; ");
}

Braces BracesIn(const State& state) { return state.start.rules >= 2 ? Braces::kChoices : Braces::kName; }

const ArtifactRef* FindArtifact(const State& state, LaneId lane, const std::string& name) {
  if (!lane.is_run()) {
    auto own = state.artifacts.find(StepOf(state, lane).value + "/" + name);
    if (own != state.artifacts.end()) return &own->second;
  }
  auto it = state.artifacts.find(name);
  return it == state.artifacts.end() ? nullptr : &it->second;
}

const Stage& StageOf(const State& state, const Unit& unit) {
  const int pipeline = std::max(0, unit.pipeline);
  return state.start.pipelines.pipelines[static_cast<std::size_t>(pipeline)]
      .stages[static_cast<std::size_t>(unit.stage)];
}

Json Records(const State& state, LaneId lane) {
  Json records = Json::MakeObject();
  records.Set("run", RunRecord(state));
  if (lane.is_run()) return records;
  const auto place = static_cast<std::size_t>(lane.place());
  Json step = ToJson(state.plan->steps[place]);
  const std::string complexity = EffectiveComplexity(state.plan->steps[place], CountIn(state));
  step.Set("complexity", complexity);
  step.Set("folded", IsFolded(state, complexity));
  step.Set("status", Name(state.steps[place].status));
  if (state.steps[place].lane) AddMemos(state, *state.steps[place].lane, step);
  records.Set("step", std::move(step));
  return records;
}

}  // namespace forge
