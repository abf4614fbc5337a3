// Starts an engine for a run in the background: a process of its own that outlives the caller and its terminal. Knows
// no terminal and prints nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"

namespace forge {

class Forge;

struct Detached {
  enum class By {
    kEngine,  // a new process
    kServer,  // the project's server (serve.h) drives it
    kQueued,  // the project's server does so when it has a place
    kOther,   // another engine took it first, wherever that runs
  };
  By by = By::kEngine;
  std::int64_t pid = 0;            // of the engine, or of the server
  std::string log;                 // its output; empty: not of a new process
  std::optional<RunStatus> ended;  // it has already stopped, like this
};

// Returns when an engine holds the run, or has held it and stopped. An error says why none does; the run is as it was.
Result<Detached> DetachRun(Forge& forge, RunId run);

}  // namespace forge
