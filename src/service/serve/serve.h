// The process that works for one or several projects while nobody is at a terminal. It drives runs (run_keeper.h); the
// page, chats and workers will be parts beside it, each with its own class and one call per turn. It holds no state of
// its own: after a crash the next server reads everything from the journals.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

struct ServeHooks {
  std::function<int()> interrupts;              // Ctrl-C and SIGTERM so far: 1 pauses runs after current work, 2 stops
  std::function<void(const std::string&)> say;  // on the caller's thread
  std::function<void(std::int64_t ms)> sleep;
};

// The projects of these directories, each once; of none: the one of the machine's directory.
Result<std::vector<Project>> FindProjects(const Machine& machine, const std::vector<std::string>& directories);

// Until it is interrupted and its runs have paused. If another server serves one of the projects, this one says so and
// waits as a spare, which takes over when the other ends. `runs`: driven at a time, in all projects.
Status Serve(const Machine& machine, const std::vector<Project>& projects, int runs, const ServeHooks& hooks);

}  // namespace forge
