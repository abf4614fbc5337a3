// Runs a program in the foreground while we wait: it has our terminal and receives Ctrl-C. Keeps no output.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

// Where it starts, and variables on top of our environment.
struct ForegroundPlace {
  std::string cwd;  // empty: ours
  std::map<std::string, std::string> env;
  bool outlives_termination = false;  // SIGTERM is noted like a closed terminal (HungUp), and the program is told
};

struct ForegroundEnd {
  int code = 0;  // 128 + the signal if it was killed
  bool killed = false;
};

// How it ended. An error means that it never started.
Result<ForegroundEnd> RunForeground(const std::vector<std::string>& argv, const ForegroundPlace& place = {});

}  // namespace forge
