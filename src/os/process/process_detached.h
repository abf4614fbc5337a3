// Starts a program that outlives us: in a session of its own, without our terminal and our open files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/process/process.h"

namespace forge {

// `argv[0]` is a path. Its input is empty, its output and errors go to the end of `log`. Starts in our directory with
// our environment.
Result<ProcessId> StartDetached(const std::vector<std::string>& argv, const std::string& log);

// The exit code of a program that StartDetached started, once it has ended; 128 and the number of the signal that
// killed it.
std::optional<int> EndOfDetached(const ProcessId& process);

}  // namespace forge
