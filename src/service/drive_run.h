// Driving a run: taking it over, and the loop until it has nothing more to do.
#pragma once

#include <functional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"

namespace forge {

class Forge;
struct Batch;
struct State;

// What is shown while a run goes on. Called on the loop's thread.
struct DriveOptions {
  std::function<void(const State&, const Batch&)> on_batch;
  std::function<int()> interrupts;  // how often Ctrl-C was pressed so far: 1 pauses in order, 2 stops now
  int unit_limit = 0;
  std::function<void(const std::string&)> on_warning;  // what went wrong beside the run, and did not stop it
};

// Takes the run over and drives it until it is settled. kConflict when another live engine has it.
Result<RunStatus> DriveRun(Forge& forge, RunId run, const DriveOptions& options);

}  // namespace forge
