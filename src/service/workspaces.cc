#include "service/workspaces.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "service/unit/lane_worktrees.h"
#include "text/passed_variables.h"
#include "workspace/kept.h"
#include "workspace/names.h"
#include "workspace/pool.h"

namespace forge {
namespace {

std::vector<std::string> ListOf(const Settings& settings, const std::string& key) {
  std::vector<std::string> items;
  const std::string value = settings.Get(key);
  for (std::string_view item : Lines(value)) {
    if (!Trim(item).empty()) items.emplace_back(Trim(item));
  }
  return items;
}

std::int64_t NumberOf(const Settings& settings, const std::string& key) {
  return ParseInt(settings.Get(key)).value_or(0);
}

// Relative paths only: the worktree gets a link at the same path as in the checkout.
std::vector<std::string> PathsOf(const Settings& settings, const std::string& key) {
  std::vector<std::string> paths;
  for (std::string path : ListOf(settings, key)) {
    while (path.ends_with('/')) path.pop_back();
    const bool inside = !path.empty() && !path.starts_with('/') && path != ".git" && !path.starts_with(".git/") &&
                        (path + "/").find("../") == std::string::npos;
    if (inside) paths.push_back(std::move(path));
  }
  return paths;
}

std::set<std::string> LeftOf(const std::string& repository) {
  std::set<std::string> names;
  auto kept = ListKept(repository, std::nullopt);
  if (!kept) return names;
  for (const KeptWork& work : *kept) {
    if (work.kind == "left") names.insert(work.name);
  }
  return names;
}

// A person works there, or did when their shell died and has not said what it is.
bool IsOpenByHand(Forge& forge, const RunView& view, const std::string& lane) {
  const auto state = LoadState(forge, view.run.id);
  if (!state || (IsEnd(view.run.status) && state->holds.empty())) return false;
  return std::ranges::any_of(state->holds, [&](const auto& entry) {
    const Holder& holder = entry.second.holder;
    const bool alive = OwnerAlive({holder.pid, holder.pid_start, holder.boot, holder.host, holder.pid_namespace});
    const bool here = LaneName(entry.second.alone ? kStepsLane : entry.first.value) == lane;
    return here && (alive || !IsEnd(view.run.status));
  });
}

}  // namespace

std::string WorktreesDirectory(const Machine& machine, const Project& project) {
  return machine.cache_directory + "/worktrees/" + Sha256(project.root).substr(0, 16);
}

Workspaces::Options WorkspaceOptions(const Settings& settings, const Machine& machine, const Project& project,
                                     RunId run, const SandboxWish& sandbox) {
  constexpr std::int64_t kMega = 1024 * 1024;
  Workspaces::Options options;
  options.repository = project.root;
  options.worktrees = WorktreesDirectory(machine, project);
  options.run = run;
  options.idle = static_cast<int>(std::min<std::int64_t>(NumberOf(settings, "workspace.idle"), 1000));
  options.min_free = NumberOf(settings, "workspace.min_free") * kMega;
  options.port_base = static_cast<int>(std::min<std::int64_t>(NumberOf(settings, "workspace.port_base"), 65000));
  options.port_count = static_cast<int>(std::min<std::int64_t>(NumberOf(settings, "workspace.port_count"), 1000));
  SetUp& set_up = options.set_up;
  set_up.commands = ListOf(settings, "workspace.setup");
  set_up.links = PathsOf(settings, "workspace.link");
  set_up.keep = PathsOf(settings, "workspace.keep");
  set_up.ready = settings.Get("workspace.ready");
  set_up.timeout = std::chrono::seconds(NumberOf(settings, "workspace.setup_timeout"));
  set_up.ready_timeout = std::chrono::seconds(NumberOf(settings, "workspace.ready_timeout"));
  const std::string temp = options.worktrees + "/tmp";
  set_up.env = {{"TMPDIR", temp}};
  if (const std::string secret = settings.Get("notify.secret_variable"); !secret.empty())
    set_up.env.emplace(secret, "");
  set_up.withheld = WithheldVariables(machine.environment, ListOf(settings, "pass_env"));
  set_up.sandbox = [=](const std::string& directory) -> Result<std::optional<Sandbox>> {
    TRY(MakeDirectories(temp));
    SandboxPlaces places;
    places.workspace = directory;
    places.temp = temp;
    places.worktrees = machine.cache_directory + "/worktrees";
    places.may_write = true;
    return UnitSandbox(sandbox, places, machine, project, {});
  };
  return options;
}

Result<std::unique_ptr<Workspaces>> OpenWorkspaces(Forge& forge, RunId run) {
  if (!forge.project().is_git) {
    return Fail(Code::kInvalid, fmt::format("{} is not in a git repository", forge.project().root));
  }
  return Workspaces::Open(WorkspaceOptions(forge.settings(), forge.machine(), forge.project(), run, {}));
}

Result<std::vector<WorkspaceRow>> ListWorkspaces(Forge& forge) {
  auto workspaces = TRY(OpenWorkspaces(forge, RunId{0}));
  std::vector<WorkspaceRow> rows;
  for (const PoolEntry& entry : TRY(workspaces->Worktrees())) {
    WorkspaceRow row{entry.directory, RunId{}, entry.lane, "idle", false};
    const std::size_t dash = entry.run.find('-');
    if (dash != std::string::npos) row.run = RunId{ParseInt(entry.run.substr(dash + 1)).value_or(0)};
    if (entry.run == kGuestRun) {
      row.status = "lent";
      row.in_use = true;
    } else if (row.run.value > 0) {
      const auto view = ViewRun(forge, row.run);
      row.status = view ? std::string(Name(view->run.status)) : "unknown";
      row.in_use = view && view->owner_alive && !IsEnd(view->run.status);
      row.in_use = row.in_use || (view && IsOpenByHand(forge, *view, row.lane));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<CleanReport> CleanWorkspaces(Forge& forge, std::optional<RunId> run, bool look) {
  CleanReport report;
  const std::set<std::string> before = LeftOf(forge.project().root);
  for (WorkspaceRow& row : TRY(ListWorkspaces(forge))) {
    const auto status = ParseRunStatus(row.status);
    const bool over = row.run.value == 0 || row.status == "unknown" || (status && IsEnd(*status));
    if (row.in_use || (!over && run != row.run)) {
      report.left.push_back(std::move(row));
      continue;
    }
    if (!look && row.run.value > 0) {
      auto workspaces = TRY(OpenWorkspaces(forge, row.run));
      TRY(workspaces->Release(LaneOfName(row.lane)));
    }
    report.removed.push_back(std::move(row));
  }
  if (look) return report;
  TRY(TRY(OpenWorkspaces(forge, RunId{0}))->RemoveIdle());
  for (const std::string& name : LeftOf(forge.project().root)) {
    if (!before.contains(name)) report.saved.push_back(name);
  }
  return report;
}

}  // namespace forge
