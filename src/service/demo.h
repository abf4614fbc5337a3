// The demo: a small program in a temporary repository, and a scripted agent. Only the agent's answers are scripted.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

enum class DemoKind { kRun, kMilestone };

struct DemoFiles {
  std::string directory;  // the repository
  std::string script;     // the replay script
  std::string objective;
  std::string pipeline;  // empty: the default
};

// Writes the sample repository (with a first commit) and the script below `directory`, which must be empty or absent.
Result<DemoFiles> MakeDemo(const std::string& directory, DemoKind kind);

}  // namespace forge
