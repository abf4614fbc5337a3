#include "service/forge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "agent/auto.h"
#include "agent/runtime.h"
#include "base/strings.h"
#include "engine/run_loop.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/agents/accounts.h"
#include "service/agents/models.h"
#include "service/ownership.h"
#include "service/plan/plan_file.h"
#include "service/plan/plans.h"
#include "service/report/cost.h"
#include "service/run_settings.h"
#include "service/run_size.h"
#include "service/unit/run_files.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::string_view kCurrent = "current";
constexpr std::size_t kLongestObjective = 1 << 20;

Status CheckPipelines(const ResolvedPipelines& resolved, const std::string& name) {
  if (resolved.problems.empty()) return {};
  std::string text = fmt::format("pipeline `{}` has {} problem{}", name, resolved.problems.size(),
                                 resolved.problems.size() == 1 ? "" : "s");
  for (const Problem& problem : resolved.problems) text += "\n" + Describe(problem);
  return Fail(Code::kInvalid, text, "forge pipeline check " + name);
}

void CapConcurrency(PipelineSet& set, int most) {
  if (most <= 0) return;
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) stage.max_concurrent = std::min(stage.max_concurrent, most);
  }
}

// How often an auditor may send the plan back; what audits the code keeps its own cap.
void CapAudits(PipelineSet& set, const Setting* rounds) {
  if (rounds == nullptr || rounds->origin == "built-in") return;
  for (Stage& stage : set.pipelines[0].stages) {
    const bool audits_plan = stage.role == "auditor" && stage.name == "audit" && !stage.on_revision.empty();
    if (audits_plan) stage.max_iterations = static_cast<int>(ParseInt(rounds->value).value_or(stage.max_iterations));
  }
}

Json FlagsOf(const std::map<std::string, std::string>& flags) {
  // Named here so that `when` can ask for them whether or not they were given.
  Json json = Json::MakeObject();
  for (const char* name : {"auto", "discuss", "full", "lite", "no-docs", "no-wip-squash", "plan-only"})
    json.Set(name, "false");
  for (const auto& [name, value] : flags) json.Set(name, value);
  return json;
}

// The first answer counts; whoever comes second learns what it was. `all`: of the run, open ones and others.
Status RefuseSecondAnswer(const std::vector<StoredQuestion>& all, const Answer& answer) {
  const StoredQuestion* meant = nullptr;
  for (const StoredQuestion& stored : all) {
    if (!answer.question && stored.question.status == QuestionStatus::kOpen) return {};
    if (!answer.question || stored.question.id == *answer.question) meant = &stored;
  }
  if (meant == nullptr || meant->question.status != QuestionStatus::kAnswered) return {};
  return Fail(
      Code::kConflict,
      fmt::format("question {} of run {} was answered before: `{}`{}", meant->question.id.value, meant->run.value,
                  meant->question.answer, meant->question.by.empty() ? "" : ", by " + meant->question.by),
      fmt::format("forge status {}", meant->run.value));
}

std::string AskedRunNumber(const std::string& name) {
  for (std::string_view prefix : {"run-", "plan-"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

Forge::Forge(Machine machine, Settings settings, Project project)
    : machine_(std::move(machine)), settings_(std::move(settings)), project_(std::move(project)) {}

Forge::~Forge() = default;

Result<std::unique_ptr<Forge>> Forge::Open(const Machine& machine, Settings settings, Project project, bool create) {
  if (create) {
    TRY(EnsureState(project));
  } else if (!Exists(project.store_path())) {
    return Fail(Code::kNotFound, fmt::format("no runs in {} yet", project.root),
                "start one: forge run \"what you want done\"");
  }
  std::unique_ptr<Forge> forge(new Forge(machine, std::move(settings), std::move(project)));
  forge->store_ = TRY(OpenSqliteStore(forge->project_.store_path()));
  return forge;
}

Result<RunId> Forge::Start(const StartRequest& request) {
  if (Trim(request.objective).empty())
    return Fail(Code::kInvalid, "the objective is empty", "say what you want done: forge run \"...\"");
  if (request.objective.size() > kLongestObjective)
    return Fail(Code::kInvalid, "the objective is longer than 1 MiB", "put it into a file and name that");
  RunSettings settings = RunSettings::FromSettings(settings_);
  if (!request.agent.empty()) settings.agent = request.agent;
  if (!request.isolation.empty()) settings.isolation = request.isolation;

  const std::string name = request.pipeline.empty() ? settings_.Get("pipeline") : request.pipeline;
  ResolvedPipelines resolved = Resolve(name, MakeLibrary(machine_, project_));
  TRY(CheckPipelines(resolved, name));
  CapAudits(resolved.set, settings_.Find("max_audit_rounds"));
  CapConcurrency(resolved.set, request.max_concurrent > 0
                                   ? request.max_concurrent
                                   : static_cast<int>(ParseInt(settings_.Get("max_concurrent")).value_or(0)));
  // In one checkout or one worktree nobody could tell whose change is whose.
  if (settings.isolation != "worktree") CapConcurrency(resolved.set, 1);
  if (settings.agent.empty()) {
    // Whoever has none at all learns what was looked for; whoever has one is asked before it costs money.
    const AutoChoice found = TRY(ChooseRuntime({machine_.cwd, "", machine_.environment}));
    return Fail(Code::kUnavailable, fmt::format("no agent is configured; there is `{}`: {}", found.spec, found.why),
                "take it: forge run --agent auto ..., or for good: forge config set agent auto");
  }
  TRY(LoadModels(machine_, project_));
  TRY_WITH("agent `" + settings.agent + "`", CheckAgent(settings.agent, machine_, project_));
  for (const auto& [role, spec] : settings.role_agents)
    TRY_WITH(fmt::format("{} `{}`", role, spec), CheckAgent(spec, machine_, project_));
  // A repository that cannot carry a run is said now, not after the plan was paid for.
  if (settings.isolation != "shared" && project_.is_git) {
    TRY(Workspaces::Open({project_.root, machine_.cache_directory + "/worktrees", RunId{0}}));
  }

  const SizeJudgement size = SizeOfRun(request, resolved.set, project_);
  NewRun run;
  run.slug = request.plan_path.empty() ? Slug(request.objective) : PlanSlug(request.plan_path);
  run.created = WallClock();
  run.start.pipelines = std::move(resolved.set);
  run.start.objective = request.objective;
  run.start.parent = request.parent;
  run.start.parent_step = request.parent_step;
  run.start.budget = request.budget ? *request.budget : TRY(settings_.GetBudget());
  run.start.role_budgets = settings_.GetRoleBudgets();
  run.start.day = TRY(DayLimitFor(*store_, settings_.GetDayBudget(), RunId{}, run.created));
  run.start.attended = request.attended && settings_.Get("attended") == "true";
  run.start.size = size.size;
  run.start.flags = FlagsOf(request.flags);
  run.start.settings = settings.ToJson();
  if (!size.why.empty()) run.start.settings.Set("size_reason", size.why);
  run.start.approved = request.approved;
  run.start.focus = request.focus;
  run.start.focus_steps = request.focus_steps;
  run.parent = request.parent;
  run.parent_unit = request.parent_unit;
  run.blocks_parent = request.blocks_parent;
  const RunId id = TRY(CreateRun(request, std::move(run)));
  if (request.parent.value == 0) TRY(store_->SetMeta(std::string(kCurrent), std::to_string(id.value)));
  return id;
}

// Runs and plans share their numbers, whoever makes them.
Result<RunId> Forge::CreateRun(const StartRequest& request, NewRun run) {
  const Plans plans(project_);
  const FileLock lock = TRY(plans.Lock());
  if (project_.is_git) run.number_after = TRY(Workspaces::HighestRun(project_.root));
  run.number_after = std::max(run.number_after, TRY(plans.HighestNumber()));
  run.number = request.number;
  if (request.plan_file.empty()) return store_->CreateRun(run);
  const std::string text = TRY(ReadFile(request.plan_file));
  run.start.plan = TRY(ReadPlanText(text, request.plan_file));
  if (request.execute) run.start.approved = run.start.plan->hash;
  if (!request.plan_path.empty()) {
    run.start.plan->path = request.plan_path;
    return store_->CreateRun(run);
  }
  for (const RunRow& row : TRY(store_->ListRuns())) run.number_after = std::max(run.number_after, row.id.value);
  run.number = run.number_after + 1;
  const RunFiles files(project_, RunId{run.number}, run.slug);
  run.start.plan->path = files.plan_path();
  TRY(files.WritePlan(UnitId{0}, text));
  return store_->CreateRun(run);
}

Result<State> Forge::LoadState(RunId run) {
  JournalRange inputs;
  inputs.inputs_only = true;
  auto rows = TRY(store_->ReadJournal(run, inputs));
  if (rows.empty()) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  return TRY_WITH(fmt::format("run {}", run.value), Fold(rows));
}

Result<CommandReply> Forge::Reply(RunId run, const Answer& answer) {
  TRY(NoticePlanEdit(run));
  auto open = TRY(store_->ListQuestions(run, true));
  TRY(RefuseSecondAnswer(TRY(store_->ListQuestions(run, false)), answer));
  if (open.empty())
    return Fail(Code::kNotFound, fmt::format("run {} has no open question", run.value),
                "forge status " + std::to_string(run.value));
  const Question* chosen = nullptr;
  for (const StoredQuestion& stored : open) {
    if (!answer.question || stored.question.id == *answer.question) chosen = &stored.question;
  }
  if (chosen == nullptr)
    return Fail(Code::kNotFound, fmt::format("run {} has no open question {}", run.value, answer.question->value),
                "forge questions");
  if (!answer.question && open.size() > 1) {
    return Fail(Code::kInvalid, fmt::format("run {} has {} open questions", run.value, open.size()),
                "name one: forge answer --question N ...");
  }
  Answered in;
  in.question = chosen->id;
  in.answer = answer.answer;
  in.comment = answer.comment;
  in.shown = answer.shown.empty() ? chosen->hash : answer.shown;
  in.by = answer.by;
  return Command(run, in);
}

Status Forge::Switch(RunId run) {
  auto current = TRY(store_->GetMeta(std::string(kCurrent)));
  const auto number = current ? ParseInt(*current) : std::nullopt;
  if (number && *number != run.value) {
    const RunId other{*number};
    auto row = TRY(store_->FindRun(other));
    const bool can_park = row && !IsEnd(row->status) && row->status != RunStatus::kParked;
    if (can_park) {
      Control park;
      park.kind = ControlKind::kPark;
      park.reason = fmt::format("switched to run {}", run.value);
      TRY(Command(other, park));
    }
  }
  auto row = TRY(store_->FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  if (row->status == RunStatus::kPaused || row->status == RunStatus::kParked) {
    Control resume;
    resume.kind = ControlKind::kResume;
    TRY(Command(run, resume));
  } else if (IsEnd(row->status)) {
    return Fail(Code::kConflict, fmt::format("run {} is {}", run.value, Name(row->status)));
  }
  return store_->SetMeta(std::string(kCurrent), std::to_string(run.value));
}

Result<RunId> Forge::FindRun(const std::string& name) {
  if (name.empty()) {
    auto runs = TRY(store_->ListRuns());
    auto current = TRY(store_->GetMeta(std::string(kCurrent)));
    const std::int64_t wanted = current ? ParseInt(*current).value_or(0) : 0;
    for (const RunRow& row : runs) {
      if (row.id.value == wanted && !IsEnd(row.status)) return row.id;
    }
    auto newest = std::find_if(runs.rbegin(), runs.rend(), [](const RunRow& row) { return !IsEnd(row.status); });
    if (newest != runs.rend()) return newest->id;
    if (!runs.empty()) return runs.back().id;
    return Fail(Code::kNotFound, "there is no run yet", "start one: forge run \"what you want done\"");
  }
  if (auto number = ParseInt(AskedRunNumber(name))) {
    if (auto row = TRY(store_->FindRun(RunId{*number}))) return row->id;
  } else if (auto row = TRY(store_->FindRunBySlug(name))) {
    return row->id;
  }
  return Fail(Code::kNotFound, fmt::format("no run `{}`", name), "forge list");
}

Result<std::vector<RunRow>> Forge::List() { return store_->ListRuns(); }

Result<RunView> Forge::View(RunId run) {
  RunView view;
  auto row = TRY(store_->FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  view.run = *std::move(row);
  view.steps = TRY(store_->ListSteps(run));
  view.units = TRY(store_->ListUnits(run));
  view.questions = TRY(store_->ListQuestions(run, false));
  view.blockers = TRY(store_->ListBlockers(run));
  view.lease = TRY(store_->FindLease(run));
  view.owner_alive = view.lease && OwnerAlive(view.lease->owner);
  return view;
}

Result<std::vector<StoredQuestion>> Forge::OpenQuestions(RunId run) {
  std::set<RunId> family = {run};
  // Parents have smaller numbers than their children, so one pass in order finds everybody below.
  for (const RunRow& row : TRY(store_->ListRuns())) {
    if (family.contains(row.parent)) family.insert(row.id);
  }
  auto open = TRY(store_->ListQuestions(std::nullopt, true));
  std::erase_if(open, [&](const StoredQuestion& stored) { return !family.contains(stored.run); });
  return open;
}

Result<std::vector<JournalRow>> Forge::Log(RunId run, std::int64_t after, std::int64_t limit) {
  return store_->ReadJournal(run, JournalRange{after, limit, false});
}

Result<bool> Forge::NoticePlanEdit(RunId run) {
  auto row = TRY(store_->FindRun(run));
  if (!row || row->plan_path.empty() || IsEnd(row->status)) return false;
  const std::string path = project_.root + "/" + row->plan_path;
  if (!Exists(path))
    return Fail(Code::kNotFound, fmt::format("the plan of run {} is gone: {}", run.value, row->plan_path),
                "put it back, or abandon the run: forge abandon " + std::to_string(run.value));
  PlanRef plan = TRY(LoadPlanFile(path));
  plan.path = row->plan_path;
  const State state = TRY(LoadState(run));
  if (state.plan && state.plan->hash == plan.hash) return false;
  TRY(Command(run, PlanEdited{plan}));
  return true;
}

std::string NextCommand(const RunView& view) {
  const std::int64_t id = view.run.id.value;
  switch (view.run.status) {
    case RunStatus::kWaiting: {
      for (const StoredQuestion& stored : view.questions) {
        if (stored.question.status == QuestionStatus::kOpen) {
          return fmt::format("forge answer {} {}", id,
                             stored.question.options.empty() ? "ANSWER" : stored.question.options[0]);
        }
      }
      return fmt::format("forge questions {}", id);
    }
    case RunStatus::kActive:
      return view.owner_alive ? fmt::format("forge watch {}", id) : fmt::format("forge resume {}", id);
    case RunStatus::kPaused:
    case RunStatus::kParked: return fmt::format("forge resume {}", id);
    case RunStatus::kBlocked:
      return view.blockers.empty() ? fmt::format("forge status {}", id)
                                   : fmt::format("forge status {}", view.blockers[0].value);
    case RunStatus::kFailed: return fmt::format("forge retry {}", id);
    case RunStatus::kCompleted: return fmt::format("forge report {}", id);
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return fmt::format("forge log {}", id);
  }
  return "";
}

}  // namespace forge
