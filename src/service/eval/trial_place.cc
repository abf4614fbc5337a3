#include "service/eval/trial_place.h"

#include <fmt/core.h>

#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/load.h"
#include "service/eval/suite_files.h"
#include "service/library.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::size_t kCacheLetters = 16;

Git EvalGit(const std::string& directory) {
  // The same first commit on every machine, whoever the user is.
  return Git(directory)
      .With("GIT_AUTHOR_NAME", "Forge eval")
      .With("GIT_AUTHOR_EMAIL", "eval@localhost")
      .With("GIT_COMMITTER_NAME", "Forge eval")
      .With("GIT_COMMITTER_EMAIL", "eval@localhost")
      .With("GIT_AUTHOR_DATE", "2020-01-01T00:00:00Z")
      .With("GIT_COMMITTER_DATE", "2020-01-01T00:00:00Z");
}

// With the history up to that commit and nothing after it: what came later may be the solution.
Status FetchBase(const std::string& directory, const EvalTask& task) {
  const Git git = EvalGit(directory);
  TRY_WITH(fmt::format("task {}: repository {}", task.name, task.repository),
           git.Run({"-c", "protocol.version=2", "fetch", "-q", "--no-tags", task.repository, task.base}));
  TRY(git.Run({"update-ref", "refs/heads/main", "FETCH_HEAD"}));
  TRY(git.Run({"reset", "-q", "--hard", "main"}));
  return RemoveFile(JoinPath(directory, ".git/FETCH_HEAD"));
}

Status CopyFolder(const std::string& from, const std::string& to) {
  if (!IsDirectory(from)) return {};
  TRY(MakeDirectories(to));
  for (const std::string& name : TRY(ListDirectory(from))) {
    const std::string path = JoinPath(from, name);
    if (IsDirectory(path)) {
      TRY(CopyFolder(path, JoinPath(to, name)));
    } else if (IsRegularFile(path)) {
      TRY(CopyPath(path, JoinPath(to, name)));
    }
  }
  return {};
}

// What the user's project says about pipelines, roles, models and logins holds for its trials as well.
Status CopyProjectFiles(const EvalWorld& world, const std::string& to) {
  if (!world.project) return {};
  for (const char* folder : {"pipelines", "roles"})
    TRY(CopyFolder(JoinPath(world.project->forge, folder), JoinPath(to, folder)));
  for (const char* name : {"accounts.toml", "mcp.toml", "models.toml"}) {
    const std::string from = JoinPath(world.project->forge, name);
    if (IsRegularFile(from)) TRY(CopyPath(from, JoinPath(to, name)));
  }
  return {};
}

Result<Settings> TrialSettings(const EvalWorld& world, const EvalTask& task) {
  Settings settings = world.settings;
  const std::string origin = "task " + task.name;
  if (!task.test.empty() || task.repository.empty()) TRY(settings.SetFlag("verify", task.test, origin));
  // Nobody waits for a single trial.
  for (const char* key : {"notify.command", "notify.webhook"}) TRY(settings.SetFlag(key, "", origin));
  // A repository of the suite's own has nothing to do with how worktrees of the user's project are set up.
  if (task.repository.empty()) {
    for (const char* key : {"workspace.setup", "workspace.link", "workspace.keep", "workspace.ready", "verify_reports"})
      TRY(settings.SetFlag(key, "", origin));
  }
  return settings;
}

Machine TrialMachine(const EvalWorld& world, const TrialPlan& plan, const std::string& repository) {
  Machine machine = world.machine;
  machine.cwd = repository;
  // Memory that is shared by the user's projects would carry what one trial learnt into the next.
  machine.data_directory = JoinPath(plan.directory, "data");
  // Outside of the user's project: an agent program must not find the rules of that project above its worktree.
  machine.cache_directory =
      JoinPath(world.machine.cache_directory, "eval/" + Sha256(plan.directory).substr(0, kCacheLetters));
  return machine;
}

StartRequest TrialRequest(const EvalWorld& world, const TrialPlan& plan) {
  StartRequest request;
  request.objective = plan.task->objective;
  request.pipeline = plan.variant.pipeline;
  request.agent = AgentOf(plan.variant.agent, world.machine.cwd, plan.task->name);
  request.isolation = world.settings.Get("isolation") == "branch" ? "branch" : "worktree";
  if (!plan.task->budget.empty()) request.budget = plan.task->budget;
  request.attended = false;
  request.flags["auto"] = "true";
  return request;
}

}  // namespace

std::string AgentOf(const std::string& agent, const std::string& cwd, const std::string& task) {
  std::string spec = ReplaceAll(agent, "{task}", task);
  for (const std::string_view scripted : {"replay:", "record:"}) {
    if (!spec.starts_with(scripted)) continue;
    const std::string file = spec.substr(scripted.size());
    if (!file.starts_with('/')) return std::string(scripted) + JoinPath(cwd, file);
  }
  return spec;
}

Result<std::string> VariantFingerprint(const EvalWorld& world, const Variant& variant) {
  const ResolvedPipelines resolved = Resolve(variant.pipeline, MakeLibrary(world.machine, world.project));
  std::string text = ToJson(resolved.set).Dump();
  std::set<std::string> roles;
  for (const Pipeline& pipeline : resolved.set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (!stage.role.empty()) roles.insert(stage.role);
      for (const Member& member : stage.members) roles.insert(member.role);
    }
  }
  for (const std::string& name : roles) {
    const auto role = LoadRole(world.machine, world.project, name);
    if (!role) continue;  // CheckStart tells it
    text += fmt::format("\n{} {} {} {} {} {} {}", role->name, role->persona, role->writes, role->tier, role->effort,
                        Join(role->tools, ","), role->result_schema.Dump());
  }
  return Sha256(text);
}

Status MakeTaskRepository(const std::string& directory, const EvalTask& task) {
  TRY(MakeDirectories(directory));
  TRY(EvalGit(directory).Run({"init", "-q", "-b", "main"}));
  if (!task.repository.empty()) return FetchBase(directory, task);
  TRY(WriteSuiteFiles(directory, task.files));
  TRY(EvalGit(directory).Run({"add", "-A"}));
  TRY(EvalGit(directory).Run({"commit", "-q", "-m", "The project as it is"}));
  return {};
}

Result<TrialPlace> MakeTrialPlace(const EvalWorld& world, const TrialPlan& plan) {
  const std::string repository = JoinPath(plan.directory, "repo");
  if (TRY(LookAtPath(repository)) == PathKind::kNothing) {
    // Made beside its place and renamed: what is there is whole.
    const std::string unfinished = JoinPath(plan.directory, "repo.new");
    TRY(RemoveTree(unfinished));
    TRY(MakeTaskRepository(unfinished, *plan.task));
    TRY(CopyProjectFiles(world, JoinPath(unfinished, ".forge")));
    const Json json = Json::MakeObject()
                          .Set("task", plan.task->name)
                          .Set("pipeline", plan.variant.pipeline)
                          .Set("agent", plan.variant.agent)
                          .Set("run", plan.number)
                          .Set("fingerprint", plan.fingerprint);
    TRY(WriteFileAtomic(JoinPath(plan.directory, kTrialFile), json.Dump() + "\n"));
    TRY(RenamePath(unfinished, repository));
  }
  const std::string forge = JoinPath(repository, ".forge");
  Project project{repository, forge, JoinPath(forge, "state"), true, repository};
  TRY(EnsureState(project));
  return TrialPlace{TrialMachine(world, plan, repository), TRY(TrialSettings(world, *plan.task)), std::move(project),
                    TrialRequest(world, plan)};
}

Status RemoveTrialWorktrees(const TrialPlace& place) { return RemoveTree(place.machine.cache_directory); }

}  // namespace forge
