// Worktrees and kept work as use cases: what the settings say of them, who has which, what can go. Knows no agents.
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

// Where the worktrees of a project are kept: outside of it.
std::string WorktreesDirectory(const Machine& machine, const Project& project);

// Everything that the settings say about a run's worktrees. Set-up commands are kept in theirs as the wish says.
Workspaces::Options WorkspaceOptions(const Settings& settings, const Machine& machine, const Project& project,
                                     RunId run, const SandboxWish& sandbox);

// For looking and cleaning up: nothing is prepared in it.
Result<std::unique_ptr<Workspaces>> OpenWorkspaces(Forge& forge, RunId run);

struct WorkspaceRow {
  std::string directory;
  RunId run;            // 0: idle
  std::string lane;     // as it is in refs and paths
  std::string status;   // "idle", or the run's; "unknown" for a run that the store does not know
  bool in_use = false;  // a living engine drives the run
};
Result<std::vector<WorkspaceRow>> ListWorkspaces(Forge& forge);

struct CleanReport {
  std::vector<WorkspaceRow> removed;
  std::vector<WorkspaceRow> left;  // in use, or of a run that goes on
  std::vector<std::string> saved;  // refs that hold what was in them and in no snapshot
};
// Worktrees that nobody has and those of runs that ended; with a run, that run's too unless an engine drives it. What
// is in them and in no snapshot is saved first. `look`: only says what would go.
Result<CleanReport> CleanWorkspaces(Forge& forge, std::optional<RunId> run, bool look);

}  // namespace forge
