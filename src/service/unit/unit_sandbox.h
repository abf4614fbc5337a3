// Which places of this machine a unit's processes may touch: the policy behind os/sandbox.h. docs/agents.md tells
// people. Starts nothing.
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
  std::string workspace;  // where the unit works
  std::string temp;       // its own
  std::string worktrees;  // all of them: none but the workspace is in reach
  bool may_write = false;
  bool network = true;  // taken away where the kernel can; with mode auto it stays where it cannot
};

// Nothing: no sandbox (mode off, or auto on a machine that has none). An error: one was asked for and cannot be had.
Result<std::optional<Sandbox>> UnitSandbox(const SandboxWish& wish, const SandboxPlaces& places, const Machine& machine,
                                           const Project& project, const RuntimeNeeds& needs);

// For people: what keeps processes in their workspace on this machine, under that setting.
struct SandboxReport {
  bool holds = false;
  std::string text;
  std::string hint;
};
SandboxReport ReportSandbox(const std::string& mode);

}  // namespace forge
