// Makes a worktree fit for work: files that git does not track, shared directories, the project's own commands. Knows
// neither runs nor lanes. docs/workspaces.md tells people.
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

// Copies what .worktreeinclude names (and git ignores), makes the links. What is there already stays.
Status Furnish(const SetUp& wish, const FitOut& at, const Worktree& worktree);

// Runs the commands, unless they were run there before. True when they were: tracked files may have changed.
Result<bool> RunSetUp(const SetUp& wish, const FitOut& at, const Worktree& worktree);

// Asks until the answer is yes.
Status AwaitReady(const SetUp& wish, const FitOut& at);

}  // namespace forge
