// Runs one trial: drives its run to the end, runs the hidden check on the result, and records both. A trial that was
// interrupted or killed goes on where it stopped.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "service/eval/trial.h"
#include "service/eval/trial_place.h"

namespace forge {

struct TrialHooks {
  std::function<int()> interrupts;  // as of DriveOptions
  std::stop_token stop;             // ends a check that is under way
};

// Nothing: it was interrupted, and the next call continues it.
Result<std::optional<TrialResult>> RunTrial(const EvalWorld& world, const TrialPlan& plan, const TrialHooks& hooks);

// The result of a trial that is over; nothing: it is not.
Result<std::optional<TrialResult>> ReadTrial(const std::string& directory);

// Whether the check passes on a commit of `repository`: in a fresh checkout below `directory`, with the hidden files
// on top, in the sandbox of verify commands.
struct CheckRun {
  bool passed = false;
  bool cancelled = false;
  std::string output;  // of the first command that failed, the end of it
};
Result<CheckRun> RunHiddenCheck(const EvalWorld& world, const EvalTask& task, const std::string& repository,
                                const std::string& commit, const std::string& directory, std::stop_token stop);

}  // namespace forge
