// Verify commands that name a file which another step writes, and which is not there when the step is verified alone.
// Pure: the caller says which files exist.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/order.h"
#include "model/step.h"

namespace forge {

struct ForeignFile {
  int step = 0;    // place of the one that may not pass alone
  int writer = 0;  // place of the first step that writes the file
  std::string command;
  std::string path;
};

// In the plan's order, at most `most`. A step that writes the file itself, or waits for one that does, has it. Steps
// that never start and globs are not looked at.
std::vector<ForeignFile> FindForeignFiles(const std::vector<StepSpec>& steps, StepOrder& order,
                                          const std::function<bool(std::string_view)>& exists, std::size_t most);

}  // namespace forge
