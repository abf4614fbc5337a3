// Starts a program: streams, signals, sandbox and directory are set between clone and exec, which posix_spawn cannot
// do, and without a copy of our memory, which fork makes. Inside os/ only.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

#include "os/fd.h"
#include "os/process/process_jail.h"
#include "os/process/process_mark.h"

namespace forge {

// All borrowed. The streams are above 2 and close on exec; -1 as input is /dev/null.
struct StartPlan {
  const char* program = nullptr;
  char** argv = nullptr;
  char** environment = nullptr;
  const char* cwd = nullptr;  // null: ours
  int in = -1, out = -1, err = -1;
  const Jail* jail = nullptr;           // null: none
  std::uint64_t mark = kNoMark;         // process_mark.h
  bool adopts = false;                  // what its descendants leave becomes its own child, not ours
  std::chrono::milliseconds within{0};  // until the program is loaded; 0: any time
};

struct StartOutcome {
  enum class Stage { kStarted, kClone, kJail, kDirectory, kExec, kLate };
  Stage stage = Stage::kStarted;  // the last stage it reached
  int error = 0;
  pid_t pid = 0;           // kStarted
  std::int64_t start = 0;  // ProcessId::start, if it is known without a look into /proc; else 0
  Fd handle = Fd();        // a pidfd; closed if the kernel has none
};

// The child leads its own group, with default signals and only its three streams.
StartOutcome StartProcess(const StartPlan& plan);

}  // namespace forge
