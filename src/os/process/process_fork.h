// Starts a program with work between fork and exec, which posix_spawn cannot do. Inside os/ only.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "os/process/process_jail.h"

namespace forge {

// All borrowed. The streams are above 2 and close on exec; -1 as input is /dev/null.
struct ForkPlan {
  const char* program = nullptr;
  char** argv = nullptr;
  char** environment = nullptr;
  const char* cwd = nullptr;  // null: ours
  int in = -1, out = -1, err = -1;
  const Jail* jail = nullptr;           // null: none
  std::chrono::milliseconds within{0};  // until the program is loaded; 0: any time
};

struct Forked {
  enum class Stage { kStarted, kFork, kJail, kDirectory, kExec, kLate };
  Stage stage = Stage::kStarted;  // the last stage it reached
  int error = 0;
  pid_t pid = 0;  // kStarted
};

// The child leads its own group, with default signals and only its three streams.
Forked ForkAndExec(const ForkPlan& plan);

}  // namespace forge
