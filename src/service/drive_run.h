// Driving a run: taking it over, and the loop until it has nothing more to do.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"

namespace forge {

class Forge;
class UnitAllowance;
struct Batch;
struct State;

// What is shown while the run is driven. Called on the loop's thread.
struct DriveOptions {
  std::function<void(const State&, const Batch&)> on_batch;
  std::function<void()> on_end;     // the state of on_batch is gone; the lease is released after it
  std::function<int()> interrupts;  // how often Ctrl-C was pressed so far: 1 pauses after current work, 2 stops now
  std::string interrupt_reason = "interrupted";  // of the pause that an interrupt makes
  std::string end_reason = "SIGTERM";            // of the stop when the process must end
  // How long `interrupts` need not be called: it draws nothing meanwhile, and counts nothing but signals, which wake
  // the loop. Empty: it is called five times a second.
  std::function<std::chrono::milliseconds()> undisturbed;
  std::shared_ptr<UnitAllowance> allowance;            // of this run and those below it together; null: no limit
  std::function<void(const std::string&)> on_warning;  // problems that do not stop the run
  std::function<void(const std::string&)> on_notice;   // to be shown at once: the run is held up, or goes on
};

// Takes the run's lease and drives the run until it is settled. kConflict when another engine drives it.
Result<RunStatus> DriveRun(Forge& forge, RunId run, const DriveOptions& options);

}  // namespace forge
