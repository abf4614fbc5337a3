#include "service/project.h"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "os/files/files.h"
#include "os/files/private_directory.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr const char* kConfigTemplate =
    R"(# Forge's settings for this project. `forge config list` shows every key, its value and where it came from.
# Personal values go to config.local.toml beside this file, or to your own ~/.config/forge/config.toml.

# agent = "command:my-agent --headless"   # how agents are reached; also replay:FILE
# pipeline = "forge"                      # what a run goes through; `forge pipeline list`
# isolation = "worktree"                  # worktree | branch | shared
# verify = ["make test"]                  # this project's real checks

# [budget]
# usd = 5.0
# tokens = 2000000
)";

// git ignores all of it until people add files (plans, pipelines, config).
constexpr const char* kIgnoreState = "state/\nconfig.local.toml\n.gitignore\n";

// Whether it is the top of a checkout. Git takes an empty directory for no repository (service/host/git_place.h).
Result<bool> HasGit(const std::string& at) {
  const std::string git = at + "/.git";
  const PathKind kind = TRY(LookAtPath(git, false));
  if (kind != PathKind::kDirectory) return kind != PathKind::kNothing;
  const auto names = ListDirectory(git);
  return !names || !names->empty();
}

// The nearest directory upwards with .git; empty: there is none.
Result<std::string> FindTop(std::string at) {
  while (!TRY(HasGit(at))) {
    std::string up = DirName(at);
    if (up == at || at.empty()) return "";
    at = std::move(up);
  }
  return at;
}

Project MakeProject(const std::string& root, std::string top) {
  Project project;
  project.root = root;
  project.top = std::move(top);
  project.is_git = !project.top.empty();
  project.forge = root + "/.forge";
  project.state = project.forge + "/state";
  return project;
}

// Nothing: neither it nor a directory above it is a project.
Result<std::optional<Project>> LookUpwards(std::string at) {
  while (true) {
    const bool has_git = TRY(HasGit(at));
    if (has_git || TRY(LookAtPath(at + "/.forge")) == PathKind::kDirectory) return MakeProject(at, TRY(FindTop(at)));
    std::string up = DirName(at);
    if (up == at || at.empty()) return std::nullopt;
    at = std::move(up);
  }
}

}  // namespace

std::string Project::run_directory(std::int64_t run) const { return fmt::format("{}/runs/{:03}", state, run); }

Result<Project> FindProject(const Machine& machine) {
  if (auto project = TRY(LookUpwards(machine.cwd))) return *std::move(project);
  return Fail(Code::kNotFound, fmt::format("{} is not in a git repository", machine.cwd),
              "change into one, or make one: git init && git add -A && git commit -m \"first commit\"");
}

Result<Project> ProjectAt(const std::string& directory) {
  if (!IsDirectory(directory)) return Fail(Code::kNotFound, fmt::format("{} is not a directory", directory));
  const std::string real = TRY(RealPath(directory));
  if (auto project = TRY(LookUpwards(real))) return *std::move(project);
  return MakeProject(real, "");
}

Status EnsureState(const Project& project) {
  // Transcripts, logs and what agents were told are in it: nothing for others on this machine.
  TRY_WITH("make the state directory", MakePrivateDirectory(project.state));
  const std::string ignore = project.forge + "/.gitignore";
  if (!Exists(ignore)) TRY(WriteFileAtomic(ignore, kIgnoreState));
  return {};
}

Result<bool> InitProject(const Project& project) {
  const bool fresh = !Exists(project.store_path());
  TRY(EnsureState(project));
  const std::string config = project.forge + "/config.toml";
  const bool no_config = !Exists(config);
  if (no_config) TRY(WriteFileAtomic(config, kConfigTemplate));
  TRY(OpenSqliteStore(project.store_path()));
  return fresh || no_config;
}

}  // namespace forge
