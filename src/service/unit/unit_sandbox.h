// Which places of this machine a unit's processes may touch: the policy behind os/sandbox.h. docs/agents.md describes
// it to users. Starts no process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"
#include "os/sandbox.h"
#include "service/project.h"

namespace forge {

struct SandboxWish {
  std::string mode = "off";        // auto, landlock, bwrap, off
  std::vector<std::string> read;   // more readable places, of the settings
  std::vector<std::string> write;  // more writable ones
  bool verify_network = true;      // of verify commands
};

struct SandboxPlaces {
  std::string workspace;            // where the unit works
  std::string temp;                 // its own
  std::string worktrees;            // the directory of all worktrees: only the workspace is in reach
  std::vector<std::string> sealed;  // more that is out of reach, also below the workspace
  bool may_write = false;
  bool network = true;  // false: none; with mode auto it stays where the kernel cannot take it away
};

// The documents of plans: the project's, and those of them that are in git and so in the workspace. Their Audit Logs
// hold what reviewers said, also in runs before.
std::vector<std::string> PlansIn(const Project& project, const std::string& workspace);

// Empty: no sandbox (mode off, or auto on a machine that has none). An error: the mode needs one that is missing.
Result<std::optional<Sandbox>> UnitSandbox(const SandboxWish& wish, const SandboxPlaces& places, const Machine& machine,
                                           const Project& project, const RuntimeNeeds& needs);

// For users: what keeps processes in their workspace on this machine, with that mode.
struct SandboxReport {
  bool holds = false;
  std::string text;
  std::string hint;
};
SandboxReport ReportSandbox(const std::string& mode);

}  // namespace forge
