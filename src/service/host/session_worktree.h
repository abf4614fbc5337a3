// Worktrees of the pool for sessions of host programs (Claude Code's `--worktree`). Knows no hooks.
#pragma once

#include <string>

#include "base/result.h"
#include "service/project.h"

namespace forge {

// For a session's worktree of that name; the same again for the same name. Its directory.
Result<std::string> LendWorktree(const Machine& machine, const Project& project, const std::string& name);
// Also when the project was found from inside of it. The ref that keeps what was in it, or nothing.
Result<std::string> TakeWorktreeBack(const Machine& machine, const Project& project, const std::string& directory);

// Whose runs a session there is about: of a linked worktree that has no state of its own, the checkout it belongs to.
Project ProjectWithState(const Project& project);

}  // namespace forge
