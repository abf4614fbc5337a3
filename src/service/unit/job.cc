#include "service/unit/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/strings.h"
#include "model/failed_command.h"
#include "service/memory/learn.h"
#include "service/report/run_stages.h"
#include "service/unit/proofs_told.h"
#include "service/unit/ran_before.h"
#include "service/unit/reviewed_alone.h"
#include "service/unit/security_told.h"
#include "text/gates.h"

namespace forge {
namespace {

constexpr std::size_t kSmallPlan = 4;
constexpr std::size_t kMostOpen = 64;

// Whether each waits for all before it, so that no two can ever run at once.
bool IsSerial(const std::vector<StepSpec>& steps) {
  std::map<StepId, std::set<StepId>> before;  // by step, all that it waits for, over others too
  // As often as there are steps: the plan may name them in any order.
  for (std::size_t round = 0; round < steps.size(); ++round) {
    for (const StepSpec& step : steps) {
      std::set<StepId>& mine = before[step.id];
      for (const StepId& needed : step.depends) {
        mine.insert(needed);
        const std::set<StepId> further = before[needed];
        mine.insert(further.begin(), further.end());
      }
    }
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (std::size_t j = i + 1; j < steps.size(); ++j) {
      if (!before[steps[i].id].contains(steps[j].id) && !before[steps[j].id].contains(steps[i].id)) return false;
    }
  }
  return true;
}

std::vector<std::string> OpenBeside(const State& state, int own) {
  std::vector<std::string> open;
  for (std::size_t place = 0; place < state.steps.size() && open.size() < kMostOpen; ++place) {
    const StepStatus status = state.steps[place].status;
    const bool settled = status == StepStatus::kDone || status == StepStatus::kSkipped;
    if (!settled && static_cast<int>(place) != own) open.push_back(state.plan->steps[place].id.value);
  }
  return open;
}

std::vector<std::string> DoneSteps(const State& state) {
  std::vector<std::string> done;
  for (std::size_t place = 0; place < state.steps.size() && done.size() < kMostOpen; ++place) {
    if (state.steps[place].status == StepStatus::kDone) done.push_back(state.plan->steps[place].id.value);
  }
  return done;
}

std::string SawLast(const Lane& lane, const Unit& unit) {
  if (lane.pipeline != unit.pipeline || static_cast<std::size_t>(unit.stage) >= lane.memos.size()) return "";
  const StageMemo& memo = lane.memos[static_cast<std::size_t>(unit.stage)];
  for (const MemberMemo& member : memo.members) {
    if (member.name == unit.member) return member.saw_last;
  }
  return memo.saw_last;
}

std::vector<Dependency> DependenciesOf(const State& state, const StepSpec& step) {
  std::vector<Dependency> done;
  for (const StepId& id : step.depends) {
    const int place = state.graph.Find(id.value);
    if (place < 0) continue;
    const StepState& one = state.steps[static_cast<std::size_t>(place)];
    const StepSpec& spec = state.plan->steps[static_cast<std::size_t>(place)];
    if (one.status != StepStatus::kDone) continue;
    const bool answers = state.start.rules >= 4 && ChangesNothing(spec);
    done.push_back({id, spec.title, one.lane ? one.lane->snapshot : "", spec.writes, answers});
  }
  return done;
}

// Of the first check behind the unit that runs commands on its work.
std::vector<std::string> NextCommands(const State& state, const Unit& unit) {
  const auto& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(std::max(0, unit.pipeline))].stages;
  for (auto i = static_cast<std::size_t>(unit.stage) + 1; i < stages.size(); ++i) {
    const bool checks = stages[i].kind == StageKind::kCheck && stages[i].mode == CheckMode::kBlocking;
    if (checks && !stages[i].commands.empty()) return stages[i].commands;
  }
  return {};
}

// Whether a check behind the steps runs the plan's contracts, and sends a plan that breaks them back to who writes it.
bool PlannerAnswersForContracts(const State& state) {
  const std::vector<Stage>& stages = StagesOf(state, state.lane);
  for (auto i = static_cast<std::size_t>(state.lane.stage) + 1; i < stages.size(); ++i) {
    const Stage& stage = stages[i];
    const bool named = std::ranges::find(stage.checks, "contracts") != stage.checks.end();
    const bool runs_them =
        stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBlocking && (named || !stage.commands.empty());
    if (runs_them && stage.revision_index >= 0 &&
        stages[static_cast<std::size_t>(stage.revision_index)].produces == "plan")
      return true;
  }
  return false;
}

std::vector<std::string> PlannedPaths(const State& state, const Job& job) {
  std::vector<std::string> paths;
  const auto add = [&](const std::vector<std::string>& more) { paths.insert(paths.end(), more.begin(), more.end()); };
  if (job.step) {
    add(job.step->writes);
    add(job.step->files);
  } else if (state.plan) {
    for (const StepSpec& step : state.plan->steps) add(step.writes);
  }
  return paths;
}

// A document that is too short for a gate behind it would end in a question to a person.
std::int64_t LeastBytesOf(const State& state, const Unit& unit, const Stage& stage) {
  if (stage.produces.empty() || stage.produces == "plan" || stage.splits()) return 0;
  std::int64_t least = 0;
  for (const Stage& other : state.start.pipelines.pipelines[static_cast<std::size_t>(unit.pipeline)].stages) {
    for (const GateDirective& one : ParseGate(other.gate).gate) {
      if (one.kind == GateDirective::Kind::kArtifact && one.subject == stage.produces)
        least = std::max(least, one.min_bytes);
    }
  }
  return least;
}

bool AnyReviewer(const State& state) {
  return std::ranges::any_of(state.start.pipelines.pipelines, [](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages, [](const Stage& stage) { return !stage.verdict.empty(); });
  });
}

// Whether a reviewer has judged the work of another step. Where there is none, no step is looked at: there may be many.
bool WasReviewedElsewhere(const State& state, const Unit& unit) {
  if (!AnyReviewer(state)) return false;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const auto& lane = state.steps[place].lane;
    const bool own = !unit.lane.is_run() && unit.lane.place() == static_cast<int>(place);
    if (own || !lane || lane->is_child_run()) continue;
    const auto& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(lane->pipeline)].stages;
    for (std::size_t i = 0; i < stages.size() && i < lane->memos.size(); ++i) {
      if (!stages[i].verdict.empty() && lane->memos[i].entered > 0 && !lane->memos[i].skipped) return true;
    }
  }
  return false;
}

void AddCollectedPoints(const State& state, const Unit& unit, Job& job) {
  if (!unit.lane.is_run() || unit.pipeline != 0) return;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  for (std::size_t i = 0; i < stages.size() && i < state.lane.memos.size(); ++i) {
    const StageMemo& memo = state.lane.memos[i];
    const bool lists = CollectorOf(stages, stages[i].produces) == &stages[i] && !memo.skipped;
    if (lists && !memo.result["findings"].AsArray().empty())
      job.collected.push_back({stages[i].produces, stages[i].name});
  }
  const Stage* judged = job.member ? nullptr : CollectorJudgedBy(stages, job.stage);
  if (judged != nullptr &&
      std::ranges::find(job.collected, judged->name, &CollectedPoints::stage) != job.collected.end())
    job.judges_points = judged->produces;
}

// Whether a person would be asked about what it writes, and this run asks none.
bool DecidesAlone(const State& state, const Unit& unit, const Stage& stage) {
  if (state.start.attended || !unit.lane.is_run() || unit.pipeline != 0) return false;
  if (stage.produces.empty() || stage.produces == "plan") return false;
  const auto& stages = state.start.pipelines.pipelines.front().stages;
  return std::ranges::any_of(stages, [&](const Stage& one) {
    return one.kind == StageKind::kAsk && one.shows == stage.produces && one.on_revision == stage.name;
  });
}

// Of a review of the plan before its steps are done, by this run or by runs of their own: see ReviewsOfPlan.
bool RemarksReachSteps(const State& state, const Unit& unit, const Stage& stage) {
  if (!unit.lane.is_run() || unit.pipeline != 0 || stage.verdict.empty()) return false;
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  const auto each = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
  return each != stages.end() && unit.stage < each - stages.begin();
}

void AddHistory(const State& state, const Unit& unit, Job& job) {
  job.senders = SendersTo(state, unit);
  job.reviews = ReviewsIn(state, unit);
  job.plan_reviews = ReviewsOfPlan(state, unit);
  job.remarks_reach_steps = RemarksReachSteps(state, unit, job.stage);
  job.speaks_for = SpeaksFor(state, unit);
  job.words = job.stage.kind == StageKind::kLearn ? AllPersonsWords(state) : PersonsWords(state, unit);
  job.agreed = AgreedDocuments(state, unit);
  job.briefs = BriefsFor(state, unit);
  job.alternatives = ChosenAlternatives(state, unit);
  job.checks_passed = ChecksPassed(state, unit);
  job.proved_today = ProvedToday(state, unit);
  if (!job.stage.verdict.empty()) job.told_today = ToldToday(state, unit);
  job.planned_paths = PlannedPaths(state, job);
  if (unit.pipeline >= 0 && !job.member) job.least_bytes = LeastBytesOf(state, unit, job.stage);
  if (job.stage.produces == "plan" && !job.step) job.reviewed_alone = ReviewedAlone(state);
  AddCollectedPoints(state, unit, job);
  AddSecurity(state, unit, job);
  job.decides_alone = DecidesAlone(state, unit, job.stage);
  job.has_concerns = HasConcerns(state, unit);
  job.records_decisions = RecordsDecisions(state.start.pipelines);
  job.reviewed_elsewhere = WasReviewedElsewhere(state, unit);
  job.checks_run = ChecksRun(state, unit) + ProofsTold(state, unit);
  if (job.step && Works(job.stage)) job.concerns = ConcernsOfSteps(state, unit);
  if (Sees(job, "results")) job.step_reports = StepReports(state);
  if (Sees(job, "setbacks")) job.setbacks = SetbacksOf(state);
}

bool Reviews(StageKind kind) { return kind == StageKind::kAgent || kind == StageKind::kPanel; }

// A review of an audit that asks for changes has them made by the stage that it names.
bool IsSentByReview(const Job& job) {
  return std::ranges::any_of(job.senders, [](const Sender& one) { return one.here && Reviews(one.kind); });
}

// What was changed so may be sent back by those who check and merge it.
bool IsSentAfterReview(const State& state, const Unit& unit, const Job& job) {
  const Lane& lane = LaneOf(state, unit.lane);
  const std::vector<Stage>& stages = StagesOf(state, lane);
  bool reviewed = false;
  for (std::size_t i = 0; i < stages.size() && i < lane.memos.size(); ++i)
    reviewed = reviewed || (Reviews(stages[i].kind) && lane.memos[i].rounds > 0);
  return reviewed && std::ranges::any_of(job.senders, &Sender::here);
}

// The stage that would do the step asks an agent that reads instead, whatever it asks of steps that change something.
void AskToRead(const State& state, const Unit& unit, Job& job) {
  const bool audits = job.step->kind == "audit";
  job.changes_nothing = !(audits && (IsSentByReview(job) || IsSentAfterReview(state, unit, job)));
  if (!job.changes_nothing || !Works(job.stage) || job.stage.when.contains("step.kind")) return;
  if (audits) job.answers_as = job.stage.role;
  job.stage.role = audits ? "auditor" : "researcher";
  job.stage.prompt = audits
                         ? "Compare what was built with what was planned. Name every deviation, gap and defect, with "
                           "its severity (high, medium or low), its file and its line, and report each as a concern: "
                           "those who judge the whole settle them."
                         : "Read what this step names, and say what the steps after it need to know.";
  job.stage.result = audits && job.stage.result;
  job.stage.sees = {"objective", "project", "step", "plan"};
  if (audits) job.stage.sees.insert(job.stage.sees.end(), {"diff", "checks", "baseline", "commands", "security"});
  if (audits) AddSecurity(state, unit, job);
}

}  // namespace

const std::vector<std::string>& SightsOf(const Job& job) {
  return job.member && !job.member->sees.empty() ? job.member->sees : job.stage.sees;
}

bool Sees(const Job& job, std::string_view word) {
  const std::vector<std::string>& sights = SightsOf(job);
  return std::find(sights.begin(), sights.end(), word) != sights.end();
}

bool IsDiff(std::string_view word) { return word == "diff" || word == kDiffWithoutTests; }

bool SeesDiff(const Job& job) { return std::ranges::any_of(SightsOf(job), IsDiff); }

bool AnswersInDebate(const Job& job) {
  return job.member && job.stage.aggregate == Aggregate::kDialectic && !job.member->after.empty();
}

const std::string& RoleOf(const Job& job) { return job.member ? job.member->role : job.stage.role; }

UnitOutcome FailedUnit(ErrorClass error_class, const Error& error) {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = error.code == Code::kExhausted ? ErrorClass::kMachine : error_class;
  outcome.error = Describe(error);
  return outcome;
}

std::vector<std::string> AcceptedCommands(const State& state, LaneId lane, std::string_view but) {
  std::vector<std::string> commands;
  const Lane& at = LaneOf(state, lane);
  const StepId step = StepOf(state, lane);
  for (const AcceptedFailure& one : state.accepted) {
    if (one.step != step || one.stage == but || at.is_child_run()) continue;
    const std::vector<Stage>& stages = StagesOf(state, at);
    const auto stage = std::ranges::find(stages, one.stage, &Stage::name);
    if (stage == stages.end()) continue;
    const Json& result = at.memos[static_cast<std::size_t>(stage - stages.begin())].result;
    for (const FailedCommand& failed : FailedCommands(result)) commands.push_back(failed.command);
  }
  return commands;
}

bool ShareWorktree(const std::vector<StepSpec>& steps) {
  return steps.size() > 1 && steps.size() <= kSmallPlan && IsSerial(steps);
}

namespace {

// For an agent that says nothing of its work.
std::string WhyWorked(const State& state, const std::vector<Stage>& stages, int place) {
  for (const Stage& stage : stages) {
    if (stage.revision_index == place) return fmt::format("Fix what {} found", stage.name);
  }
  return fmt::format("{}: {}", stages[static_cast<std::size_t>(place)].name, state.start.objective);
}

std::vector<WorkDone> WorkToCommit(const State& state, const Lane& lane) {
  std::vector<WorkDone> done;
  if (lane.is_child_run()) return done;
  const std::vector<Stage>& stages = StagesOf(state, lane);
  for (const LaneChange& change : lane.changes) {
    if (change.stage < 0 || static_cast<std::size_t>(change.stage) >= stages.size()) continue;
    done.push_back(
        {stages[static_cast<std::size_t>(change.stage)].name, change.summary, WhyWorked(state, stages, change.stage)});
  }
  return done;
}

// Who only answers with a result, such as what kind of failure this is, would say the same again.
void AddTried(const State& state, const Lane& lane, Job& job) {
  const bool answers = job.stage.result && job.stage.produces.empty() && job.stage.verdict.empty();
  if (!answers || job.unit.iteration < 2 || lane.pipeline != job.unit.pipeline) return;
  job.answered_before = lane.memos[static_cast<std::size_t>(job.unit.stage)].result;
  job.tried = WorkToCommit(state, lane);
}

}  // namespace

Job MakeJob(const State& state, const Unit& unit, RunId run) {
  Job job;
  job.run = run;
  job.rules = state.start.rules;
  job.contracts_off = state.contracts_off;
  job.unit = unit;
  job.stage = StageOf(state, unit);
  for (const Member& member : job.stage.members) {
    if (member.name == unit.member) job.member = member;
  }
  const Lane& lane = LaneOf(state, unit.lane);
  job.lane = unit.step.empty() ? "run" : unit.step.value;
  job.snapshot = lane.snapshot;
  job.saw_last = SawLast(lane, unit);
  job.handovers = state.handovers;
  job.falls_back = unit.kind == UnitKind::kGate && lane.falls_back;
  if (!unit.lane.is_run()) {
    job.step = state.plan->steps[static_cast<std::size_t>(unit.lane.place())];
    job.dependencies = DependenciesOf(state, *job.step);
    const std::vector<StepSpec>& steps = state.plan->steps;
    job.serial = ShareWorktree(steps);
    // Not the stage of the run's lane: a run that has ended is at none, and its prompts are shown all the same.
    job.side_by_side =
        state.each_stage >= 0 &&
        state.start.pipelines.pipelines.front().stages[static_cast<std::size_t>(state.each_stage)].max_concurrent > 1;
    const bool merges = unit.kind == UnitKind::kIntegrate || unit.kind == UnitKind::kChild;
    if (merges) job.open_steps = OpenBeside(state, unit.lane.place());
    job.contracts_later = PlannerAnswersForContracts(state);
  }
  if (unit.kind == UnitKind::kIntegrate) job.accepted = AcceptedCommands(state, unit.lane);
  if (unit.kind == UnitKind::kCheck && unit.lane.is_run())
    job.accepted = AcceptedCommands(state, unit.lane, job.stage.name);
  if (unit.kind == UnitKind::kAgent) job.next_commands = NextCommands(state, unit);
  if (unit.kind == UnitKind::kAgent && job.step && Works(job.stage))
    job.handed_back = state.steps[static_cast<std::size_t>(unit.lane.place())].handed_back;
  const bool proves_steps = unit.kind == UnitKind::kCheck || !job.next_commands.empty();
  if (unit.lane.is_run() && proves_steps && state.plan) {
    for (std::size_t place = 0; place < state.steps.size(); ++place) {
      if (state.steps[place].status != StepStatus::kDone) continue;
      for (const std::string& command : state.plan->steps[place].verify) job.all_verify.push_back(command);
    }
  }
  // What the run above proves its step by.
  if (unit.lane.is_run() && proves_steps) {
    for (const Json& command : state.start.settings[kStepVerify].AsArray())
      job.all_verify.push_back(command.AsString());
  }
  if (unit.lane.is_run() && unit.kind == UnitKind::kCheck) job.failed_before = FailedBefore(state);
  if (unit.lane.is_run() && unit.kind == UnitKind::kCheck)
    job.is_whole = state.start.rules >= 6 && !state.steps.empty() && OpenBeside(state, -1).empty();
  job.project_before = ProjectBefore(state);
  job.plan_given = state.start.plan.has_value();
  // A check of the plan knows whether its steps will be done apart.
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  if (unit.kind == UnitKind::kCheck && unit.lane.is_run())
    job.stage.apart =
        std::ranges::any_of(stages, [](const Stage& stage) { return stage.kind == StageKind::kEach && stage.apart; });
  job.has_done_steps = !state.commits.empty();  // also of a plan that was replaced since
  if (unit.kind == UnitKind::kCheck && unit.stage >= 0 && static_cast<std::size_t>(unit.stage) < lane.memos.size()) {
    for (const Json& step : lane.memos[static_cast<std::size_t>(unit.stage)].result[kSentToday].AsArray())
      job.sent_today.push_back(step.AsString());
    for (const Json& gap : lane.memos[static_cast<std::size_t>(unit.stage)].result[kAcceptedGapsMember].AsArray())
      job.accepted_gaps.push_back(gap.AsString());
  }
  if (unit.lane.is_run() && unit.kind == UnitKind::kAgent) job.done_steps = DoneSteps(state);
  // Who audits the work of other steps sees what was run of theirs.
  if (job.step && job.step->kind == "audit") {
    for (const Dependency& dependency : job.dependencies) job.done_steps.push_back(dependency.id.value);
  }
  if (!unit.lane.is_run()) job.pruned = state.steps[static_cast<std::size_t>(unit.lane.place())].pruned;
  for (std::size_t place = 0; state.has_dropped && unit.kind == UnitKind::kAgent && place < state.steps.size();
       ++place) {
    if (!unit.lane.is_run() && static_cast<int>(place) == unit.lane.place()) continue;
    for (const std::string& what : state.steps[place].dropped)
      job.dropped.push_back(state.plan->steps[place].id.value + ": " + what);
  }
  const bool proves = std::ranges::any_of(
      job.stage.checks, [](const std::string& check) { return check == "evidence" || check == "criteria"; });
  if (proves) job.ran_before = RanBeforeWork(state, unit);
  if (proves && job.step) job.criteria.push_back(*job.step);
  for (std::size_t place = 0; proves && !job.step && place < state.steps.size(); ++place) {
    if (state.steps[place].status == StepStatus::kDone) job.criteria.push_back(state.plan->steps[place]);
  }
  const auto& pipeline = state.start.pipelines.pipelines[static_cast<std::size_t>(std::max(0, unit.pipeline))];
  job.pipeline = pipeline.name;
  job.objective = state.start.objective;
  job.after_steps = unit.lane.is_run() && state.each_stage >= 0;
  if (unit.kind == UnitKind::kIntegrate) job.work_done = WorkToCommit(state, lane);
  job.plan_hash = state.plan ? state.plan->hash : "";
  job.risk = Lower(state.start.flags["risk"].AsString());
  job.uses_memory = UsesMemory(state.start);
  if (unit.kind == UnitKind::kGate) job.records = Records(state, unit.lane);
  if (unit.kind == UnitKind::kAgent && !job.member) AddTried(state, lane, job);
  if (unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn) AddHistory(state, unit, job);
  const bool reads = job.step && job.rules >= 4 && ChangesNothing(*job.step);
  if (reads && unit.kind == UnitKind::kAgent) AskToRead(state, unit, job);
  return job;
}

}  // namespace forge
