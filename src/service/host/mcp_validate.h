// Checks a module's work: its files are there and can be read, what they take from each other exists, its commands
// pass. Keeps the score by attempt (iteration.h). Knows no protocol.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "service/host/iteration.h"
#include "service/project.h"

namespace forge {

struct ContractCheck {
  std::string exporter, importer;
};

struct ModuleCheck {
  std::string module;
  std::string run;  // may be empty
  std::vector<std::string> commands;
  std::string cwd;                 // relative to the project; empty: the project's root
  std::vector<std::string> files;  // relative to `cwd`; like it, within the project
  std::vector<ContractCheck> contracts;
  std::optional<std::int64_t> attempt;  // from 1; none: the same as before while the files are the same, else the next
  bool dry = false;                     // nothing is recorded
  std::chrono::milliseconds timeout = std::chrono::seconds(120);  // of each command
};

// Every check whatever the others say. Commands run in the sandbox of verify commands. kInvalid when `cwd` leads out of
// the project. `on_check` is told what comes next, and how many there are. kCancelled when
// stopped: nothing is recorded then. The answer: passed, score, results, stagnant, velocity, oscillating, attempt,
// issues (what failed, a line each), recommendation (PASS, RETRY_WITH_DEBUGGER, ESCALATE).
Result<Json> ValidateModule(
    const Project& project, const Machine& machine, const ModuleCheck& check, TimePoint now, std::stop_token stop,
    const std::function<void(std::size_t done, std::size_t all, const std::string& what)>& on_check);

}  // namespace forge
