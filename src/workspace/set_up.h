// Prepares a worktree for work: untracked files, shared directories, the project's setup commands. Knows neither runs
// nor lanes. See docs/workspaces.md.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "workspace/git.h"
#include "workspace/workspace.h"
#include "workspace/worktree.h"

namespace forge {

struct FitOut {
  const Git& user;         // git in the user's checkout
  const std::string& top;  // that checkout
  const std::string& directory;
  std::map<std::string, std::string> env;  // of commands
};

// Copies the ignored files that .worktreeinclude names and makes the links. Existing files stay.
Status Furnish(const SetUp& wish, const FitOut& at, const Worktree& worktree);

// Runs the commands unless they have already run there. True if it ran them: tracked files may have changed.
Result<bool> RunSetUp(const SetUp& wish, const FitOut& at, const Worktree& worktree);

// Repeats the command until it succeeds.
Status AwaitReady(const SetUp& wish, const FitOut& at);

}  // namespace forge
