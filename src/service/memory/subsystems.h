// The project's subsystems: names for sets of paths, in .forge/subsystems.toml. Knows no run.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

struct Subsystem {
  std::string name;
  std::vector<std::string> globs;
};

// `store = ["src/store/**"]`, one line each. None when there is no such file.
Result<std::vector<Subsystem>> LoadSubsystems(const Project& project);

// Names of those that one of the paths (or globs) falls into, in the order they are declared.
std::vector<std::string> SubsystemsOf(const std::vector<Subsystem>& subsystems, const std::vector<std::string>& paths);

// Names of the subsystems that a text mentions, by name or by a path in it.
std::vector<std::string> SubsystemsIn(const std::vector<Subsystem>& subsystems, const std::string& text);

}  // namespace forge
