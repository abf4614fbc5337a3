#include "service/host/session_worktree.h"

#include <memory>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/run_settings.h"
#include "service/settings.h"
#include "service/workspaces.h"

namespace forge {
namespace {

Result<std::unique_ptr<Workspaces>> OpenPool(const Machine& machine, const Project& project) {
  if (!project.is_git) return Fail(Code::kInvalid, project.root + " is not in a git repository");
  const Settings settings = TRY(Settings::Load(machine, project));
  const SandboxWish sandbox = RunSettings::FromSettings(settings).sandbox;
  return Workspaces::Open(WorkspaceOptions(settings, machine, project, RunId{0}, sandbox));
}

// The checkout that a linked worktree belongs to: its .git names REPOSITORY/.git/worktrees/NAME.
Project MainProject(const Project& project, const std::string& directory) {
  const auto link = ReadFile(directory + "/.git", 4096);
  constexpr std::string_view kMark = "gitdir:";
  if (!link || !link->starts_with(kMark)) return project;
  const std::string root = DirName(DirName(DirName(std::string(Trim(link->substr(kMark.size()))))));
  if (root.empty() || root == project.root) return project;
  Project main = project;
  main.root = root;
  main.top = root;
  main.forge = root + "/.forge";
  main.state = main.forge + "/state";
  return main;
}

}  // namespace

Project ProjectWithState(const Project& project) {
  return IsDirectory(project.state) ? project : MainProject(project, project.root);
}

Result<std::string> LendWorktree(const Machine& machine, const Project& project, const std::string& name) {
  return TRY(OpenPool(machine, project))->Lend(name);
}

Result<std::string> TakeWorktreeBack(const Machine& machine, const Project& project, const std::string& directory) {
  return TRY(OpenPool(machine, MainProject(project, directory)))->TakeBack(directory);
}

}  // namespace forge
