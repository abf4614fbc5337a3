// Proves the tree that a landing would ship: the run's verify commands, in a worktree of the run, each once per tree.
// Moves no branch and prints nothing.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "verify/verify.h"

namespace forge {

class Forge;
class Workspaces;
struct Project;
struct RunView;

// `passed`: in the run's last checks: in the check of the whole run if that came after all steps, else in the last
// check of each step. A command that failed and was accepted is not among them. `failed`: in these checks and those
// after them.
struct CheckedCommands {
  std::vector<std::string> passed, failed;
};
CheckedCommands CommandsOfRun(const Project& project, const RunView& view);

struct LandingProofWish {
  std::string commit, tree;  // what would ship
  std::vector<std::string> commands;
  std::function<void(const std::string& command)> on_begin;
  std::stop_token stop;
};

// A pass on this very tree is kept with the run, so that a landing that was killed or overtaken does not repeat it.
Result<VerifyReport> ProveLanding(Forge& forge, const RunView& view, Workspaces& workspaces,
                                  const LandingProofWish& wish);

}  // namespace forge
