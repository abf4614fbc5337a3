#include "service/start_run.h"
#include "service/run_priority.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agent/auto.h"
#include "agent/runtime.h"
#include "base/strings.h"
#include "model/json_array.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/agents/accounts.h"
#include "service/agents/models.h"
#include "service/forge.h"
#include "service/library.h"
#include "service/own_changes.h"
#include "service/plan/gsd_tree.h"
#include "service/plan/plan_file.h"
#include "service/plan/plan_report.h"
#include "service/plan/plan_source.h"
#include "service/plan/plans.h"
#include "service/proof/baselines.h"
#include "service/report/cost.h"
#include "service/report/triage.h"
#include "service/role_needs.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/run_size.h"
#include "service/side_by_side.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/unit_sandbox.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "text/plan/plan.h"
#include "text/plan/plan_states.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLongestObjective = 1 << 20;

Status CheckPipelines(const ResolvedPipelines& resolved, const std::string& name) {
  if (resolved.problems.empty()) return {};
  std::string text = fmt::format("pipeline `{}` has {} problem{}", name, resolved.problems.size(),
                                 resolved.problems.size() == 1 ? "" : "s");
  text += "\n" + Describe(resolved.problems);
  return Fail(Code::kInvalid, text, "forge pipeline check " + name);
}

Status CheckPipelineExists(const Library& library, const std::string& name) {
  if (library.find_pipeline(name)) return {};
  const auto close = Closest(name, library.pipeline_names());
  return Fail(Code::kInvalid, fmt::format("no pipeline named `{}`", name),
              (close ? fmt::format("did you mean `{}`? all: ", *close) : "") + "forge pipeline list");
}

void CapConcurrency(PipelineSet& set, int most) {
  if (most <= 0) return;
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) stage.max_concurrent = std::min(stage.max_concurrent, most);
  }
}

// A stage may name a setting for its rounds: what a person has set replaces what the pipeline says.
Status TakeRounds(PipelineSet& set, const Settings& settings) {
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) {
      const std::string key = std::exchange(stage.rounds_setting, "");
      if (key.empty()) continue;
      const Setting* rounds = settings.Find(key);
      if (rounds == nullptr) {
        return Fail(Code::kInvalid,
                    fmt::format("pipeline `{}`: unknown setting `{}` in `rounds_setting` of stage `{}`", pipeline.name,
                                key, stage.name),
                    "list the settings: forge config list");
      }
      if (rounds->origin == "built-in") continue;
      stage.max_iterations = static_cast<int>(ParseInt(rounds->value).value_or(stage.max_iterations));
    }
  }
  return {};
}

// The same for what a failed review or check does.
Status TakeModes(PipelineSet& set, const Settings& settings) {
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) {
      const std::string key = std::exchange(stage.mode_setting, "");
      if (key.empty()) continue;
      const Setting* mode = settings.Find(key);
      if (mode == nullptr) {
        return Fail(Code::kInvalid,
                    fmt::format("pipeline `{}`: unknown setting `{}` in `mode_setting` of stage `{}`", pipeline.name,
                                key, stage.name),
                    "list the settings: forge config list");
      }
      stage.mode = ParseWord<CheckMode>(mode->value).value_or(stage.mode);
    }
  }
  return {};
}

// What a person has set holds for every debate.
void TakeAsksOpen(PipelineSet& set, const Settings& settings) {
  const auto asks = ParseWord<AsksOpen>(settings.Get("review.ask"));
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) {
      if (asks && stage.aggregate == Aggregate::kDialectic && stage.result) stage.asks_open = *asks;
    }
  }
}

// Only a person can decide that agents work in files of which git has no copy.
Status CheckIsolation(const Project& project) {
  if (project.is_git) return {};
  return Fail(
      Code::kInvalid,
      fmt::format("{} is not in a git repository, so a run cannot work apart from your files", project.root),
      "make it one: git init && git add -A && git commit -m \"first commit\"; or let the run change your files: "
      "--isolation shared");
}

// Steps that another tool had settled. What Forge's own run wrote there does not count: its work may be on no branch
// of this clone.
std::map<StepId, StepStatus> SettledIn(const std::string& text) {
  std::map<StepId, StepStatus> settled;
  const PlanDocument plan = ParsePlan(text);
  for (std::size_t i = 0; i < plan.steps.size() && i < plan.step_states.size(); ++i) {
    if (const auto status = SettledByImport(plan.step_states[i])) settled[plan.steps[i].id] = *status;
  }
  return settled;
}

// Runs and plans share one sequence of numbers.
Result<RunId> CreateRun(Forge& forge, const StartRequest& request, NewRun run) {
  const Plans plans(forge.project());
  const FileLock lock = TRY(plans.Lock());
  if (forge.project().is_git) run.number_after = TRY(Workspaces::HighestRun(forge.project().root));
  run.number_after = std::max(run.number_after, TRY(plans.HighestNumber()));
  run.number = request.number;
  if (request.plan_file.empty()) return forge.store().CreateRun(run);
  const std::string text = TRY(LoadPlanText(request.plan_file));
  if (IsDirectory(request.plan_file)) TRY(KeepDocuments(forge.project(), TRY(LoadPlanSource(request.plan_file))));
  const bool same = request.plan && request.plan->text == text;
  run.start.plan = same ? request.plan->plan : TRY(ReadPlanText(text, request.plan_file));
  if (request.execute) run.start.approved = run.start.plan->hash;
  run.start.settled = SettledIn(text);
  if (!request.plan_path.empty()) {
    run.start.plan->path = request.plan_path;
    return forge.store().CreateRun(run);
  }
  for (const RunRow& row : TRY(forge.store().FindRuns({.limit = 1})))
    run.number_after = std::max(run.number_after, row.id.value);
  run.number = run.number_after + 1;
  const RunFiles files(forge.project(), RunId{run.number}, run.slug);
  run.start.plan->path = files.plan_path();
  TRY(files.WritePlan(UnitId{0}, text));
  return forge.store().CreateRun(run);
}

// Nothing else holds that commit: the run's refs do from now on. Should we die before, the engine makes them.
Status MakeRefs(Forge& forge, RunId run, const std::string& base) {
  if (base.empty()) return {};
  Workspaces::Options options = WorkspaceOptions(forge.settings(), forge.machine(), forge.project(), run, {});
  options.start = base;
  TRY(TRY(Workspaces::Open(std::move(options)))->Tip());
  return {};
}

Status CheckChanges(const StartRequest& request, const RunSettings& settings) {
  if (!request.include_changes || settings.isolation != "shared") return {};
  return Fail(Code::kInvalid, "with isolation `shared` agents work in your checkout, with your uncommitted changes",
              "leave out --include-changes");
}

// The run is in the store by now: an error has to name it.
Status KeepBase(Forge& forge, RunId run, const std::string& base) {
  Status made = MakeRefs(forge, run, base);
  if (made) return {};
  Error error = std::move(made.error());
  error.message = fmt::format("run {} was made, but git did not keep commit {}, which it begins with: {}", run.value,
                              base.substr(0, 12), error.message);
  error.hint = fmt::format("{}{}mend that and continue: forge resume {}; or give it up: forge abandon {}", error.hint,
                           error.hint.empty() ? "" : "; ", run.value, run.value);
  return std::unexpected(std::move(error));
}

Status ChooseBase(const Project& project, const StartRequest& request, RunSettings& settings) {
  if (!request.base.empty() && settings.isolation == "shared") {
    return Fail(Code::kInvalid, "with isolation `shared` agents work in your checkout: a run cannot start elsewhere",
                "use another isolation: forge config set isolation worktree");
  }
  settings.base = request.base;
  settings.changes = request.changes;
  if (!request.base.empty() && request.reopens.value == 0) settings.base_holds = "merge";
  if (!request.include_changes) return {};
  settings.base = TRY(SnapshotOwnChanges(project));
  if (!settings.base.empty()) settings.base_holds = kBaseOfChanges;
  return {};
}

// That every agent can offer what the roles need that it plays.
Status CheckRolesFit(const Machine& machine, const Project& project, const CheckedStart& start) {
  const RunSettings& settings = start.settings;
  std::string found;
  if (settings.agent == "auto") found = TRY(ChooseRuntime({machine.cwd, "", machine.environment})).spec;
  return CheckRoleNeeds(
      start.pipelines, settings, found, [&] { return ReportSandbox(settings.sandbox.mode).holds; },
      [&](const std::string& role) { return LoadRole(machine, project, role); });
}

}  // namespace

Json FlagsOf(const std::map<std::string, std::string>& flags) {
  // Listed here so that `when` can test flags that were not given.
  Json json = Json::MakeObject();
  for (const char* name : {"auto", "discuss", "full", "lite", "no-docs", "no-memory", "no-wip-squash", "plan-only"})
    json.Set(name, "false");
  for (const auto& [name, value] : flags) json.Set(name, value);
  return json;
}

namespace {

// Where nobody is asked to approve the plan, nobody else finds out that it does not hold. One of a child run was
// checked before, and a plan of the project is when it starts.
Status CheckGivenPlan(const StartRequest& request, const PipelineSet& pipelines) {
  if (request.plan_file.empty() || !request.plan_path.empty() || !request.parent_step.value.empty()) return {};
  const bool asks = !request.execute && std::ranges::any_of(pipelines.pipelines[0].stages, [](const Stage& stage) {
    return stage.kind == StageKind::kAsk && stage.shows == "plan";
  });
  if (asks) return {};
  const PlanSource source = TRY(LoadPlanSource(request.plan_file));
  if (!source.document.problems.empty()) return {};  // it cannot be read, and ReadPlanText says so
  return RefuseUnsound(source, request.plan_file);
}

}  // namespace

Result<CheckedStart> PrepareStart(const Machine& machine, const Settings& given, const Project& project,
                                  const StartRequest& request) {
  if (Trim(request.objective).empty())
    return Fail(Code::kInvalid, "the objective is empty", "say what you want done: forge run \"...\"");
  if (request.objective.size() > kLongestObjective)
    return Fail(Code::kInvalid, "the objective is longer than 1 MiB", "put it into a file and name the file");
  CheckedStart start{RunSettings::FromSettings(given), {}};
  RunSettings& settings = start.settings;
  if (!request.agent.empty()) settings.agent = request.agent;
  if (!request.isolation.empty()) settings.isolation = request.isolation;
  if (!request.verify.empty()) settings.verify = request.verify;
  TRY(CheckChanges(request, settings));

  const std::string name = request.pipeline.empty() ? given.Get("pipeline") : request.pipeline;
  const Library library = MakeLibrary(machine, project);
  TRY(CheckPipelineExists(library, name));
  ResolvedPipelines resolved = Resolve(name, library);
  TRY(CheckPipelines(resolved, name));
  start.pipelines = std::move(resolved.set);
  TRY(CheckGivenPlan(request, start.pipelines));
  TRY(TakeRounds(start.pipelines, given));
  TRY(TakeModes(start.pipelines, given));
  TakeAsksOpen(start.pipelines, given);
  TakeBaselines(start.pipelines, given.Get("verify_before") == "true", settings.verify, project.root);
  CapConcurrency(start.pipelines, request.max_concurrent > 0
                                      ? request.max_concurrent
                                      : static_cast<int>(ParseInt(given.Get("max_concurrent")).value_or(0)));
  // In one checkout or one worktree the changes of two steps cannot be told apart.
  if (settings.isolation == "branch") CapConcurrency(start.pipelines, 1);
  if (settings.isolation == "shared") {
    TRY(CapWriters(start.pipelines, [&](const std::string& role) -> Result<bool> {
      return TRY(LoadRole(machine, project, role)).writes;
    }));
  }
  if (settings.agent.empty()) {
    // Without any agent the error lists what was looked for. With one the user decides before it costs money.
    const AutoChoice found = TRY(ChooseRuntime({machine.cwd, "", machine.environment}));
    return Fail(Code::kUnavailable, fmt::format("no agent is configured; found `{}`: {}", found.spec, found.why),
                "use it: forge run --agent auto ..., or always: forge config set agent auto");
  }
  TRY(LoadModels(machine, project));
  TRY_WITH("agent `" + settings.agent + "`", CheckAgent(settings.agent, machine, project));
  for (const auto& [role, spec] : settings.role_agents)
    TRY_WITH(fmt::format("{} `{}`", role, spec), CheckAgent(spec, machine, project));
  TRY(CheckRolesFit(machine, project, start));
  // A repository that cannot hold a run fails now, not after the plan was paid for.
  if (settings.isolation != "shared") {
    TRY(CheckIsolation(project));
    TRY(Workspaces::Open({project.root, machine.cache_directory + "/worktrees", RunId{0}}));
  }
  return start;
}

Result<std::optional<CheckedPlan>> CheckStart(const Machine& machine, const Settings& given, const Project& project,
                                              const StartRequest& request) {
  TRY(PrepareStart(machine, given, project, request));
  std::optional<CheckedPlan> plan;
  if (request.plan_file.empty()) return plan;
  plan.emplace().text = TRY(LoadPlanText(request.plan_file));
  plan->plan = TRY(ReadPlanText(plan->text, request.plan_file));
  return plan;
}

Result<RunId> StartRun(Forge& forge, const StartRequest& request) {
  CheckedStart start = TRY(PrepareStart(forge.machine(), forge.settings(), forge.project(), request));
  TRY(ChooseBase(forge.project(), request, start.settings));
  const SizeJudgement size = SizeOfRun(request, start.pipelines, forge.project());
  NewRun run;
  run.slug = request.plan_path.empty() ? SlugOfPlan(request.objective) : PlanSlug(request.plan_path);
  run.created = WallClock();
  run.start.pipelines = std::move(start.pipelines);
  run.start.objective = request.objective;
  run.start.parent = request.parent;
  run.start.parent_step = request.parent_step;
  run.start.budget = request.budget ? *request.budget : TRY(forge.settings().GetBudget());
  run.start.role_budgets = forge.settings().GetRoleBudgets();
  run.start.day = TRY(DayLimitFor(forge.store(), forge.settings().GetDayBudget(), RunId{}, run.created));
  run.start.rules = kRules;
  run.start.attended = request.attended && forge.settings().Get("attended") == "true";
  run.start.size = size.size;
  run.start.flags = FlagsOf(request.flags);
  run.start.settings = start.settings.ToJson();
  if (!size.why.empty()) run.start.settings.Set("size_reason", size.why);
  if (!request.step_verify.empty()) run.start.settings.Set(kStepVerify, JsonArray(request.step_verify));
  if (request.reopens.value > 0) run.start.settings.Set("reopens", request.reopens.value);
  run.start.approved = request.approved;
  run.start.focus = request.focus;
  run.start.focus_steps = request.focus_steps;
  run.start.small_plan =
      static_cast<int>(std::max<std::int64_t>(0, ParseInt(forge.settings().Get("small_plan")).value_or(0)));
  run.parent = request.parent;
  run.parent_unit = request.parent_unit;
  run.blocks_parent = request.blocks_parent;
  const RunId id = TRY(CreateRun(forge, request, std::move(run)));
  TRY(KeepBase(forge, id, start.settings.base));
  if (!request.priority.empty()) TRY(SetPriorityOfRun(forge.store(), id, request.priority));
  if (request.parent.value == 0) TRY(forge.store().SetMeta(std::string(kCurrentRun), std::to_string(id.value)));
  return id;
}

// A run that exists already was made just before a crash: use it.
Result<RunId> StartFollowUp(Forge& forge, RunId run, const RunFinding& found) {
  const std::optional<RunRow> parent = TRY(forge.store().FindRun(run));
  if (!parent) return Fail(Code::kNotFound, fmt::format("no run {}", run.value));
  StartRequest request;
  request.objective = FollowUpObjective(run, found);
  for (const RunRow& row : TRY(forge.store().FindRuns({.slug = SlugOfPlan(request.objective)}))) {
    if (row.objective == request.objective) return row.id;
  }
  request.pipeline = parent->pipeline;
  request.agent = TRY(LoadState(forge, run)).start.settings["agent"].AsString();
  if (!IsEnd(parent->status)) request.parent = run;
  return StartRun(forge, request);
}

}  // namespace forge
