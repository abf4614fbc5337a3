// Use cases of worktrees and saved work: their settings, which run uses which, what can be removed. Knows no agents.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"
#include "service/project.h"
#include "service/settings.h"
#include "service/unit/unit_sandbox.h"
#include "workspace/workspace.h"

namespace forge {

class Forge;

// The directory of a project's worktrees, outside of the project.
std::string WorktreesDirectory(const Machine& machine, const Project& project);

// All settings of a run's worktrees. Set-up commands run in the sandbox that `sandbox` asks for.
Workspaces::Options WorkspaceOptions(const Settings& settings, const Machine& machine, const Project& project,
                                     RunId run, const SandboxWish& sandbox);

// For inspection and clean-up: prepares no worktree.
Result<std::unique_ptr<Workspaces>> OpenWorkspaces(Forge& forge, RunId run);

struct WorkspaceRow {
  std::string directory;
  RunId run;            // 0: idle
  std::string lane;     // as it is in refs and paths
  std::string status;   // "idle", or the run's; "unknown" for a run that the store does not know
  bool in_use = false;  // the run is running
};
Result<std::vector<WorkspaceRow>> ListWorkspaces(Forge& forge);

struct CleanReport {
  std::vector<WorkspaceRow> removed;
  std::vector<WorkspaceRow> left;  // in use, or of a run that has not ended
  std::vector<std::string> saved;  // refs with changes that no snapshot had
};
// Removes unused worktrees and those of runs that ended; with a run, that run's too unless it is running. Changes that
// no snapshot has are saved first. `look`: only lists what would be removed.
Result<CleanReport> CleanWorkspaces(Forge& forge, std::optional<RunId> run, bool look);

}  // namespace forge
