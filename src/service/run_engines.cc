#include "service/run_engines.h"

#include <algorithm>
#include <utility>

namespace forge {

RunEngines::~RunEngines() { interrupts_ = 2; }

void RunEngines::Drive(RunId run) {
  {
    const std::scoped_lock lock(mutex_);
    if (!driven_.insert(run).second) return;
  }
  DriveOptions options = hooks_.options ? hooks_.options(run) : DriveOptions{};
  options.interrupts = [this, given = std::move(options.interrupts)] {
    return std::max(interrupts_.load(), given ? given() : 0);
  };
  const bool drives = pool_.Run([this, run, options = std::move(options)] {
    // The journal has the result. A run that another process drives is left to it.
    Result<RunStatus> ended = RunStatus::kActive;
    if (auto forge = open_()) {
      ended = DriveRun(**forge, run, options);
    } else {
      ended = std::unexpected(forge.error());
    }
    if (hooks_.on_end) hooks_.on_end(run, ended);
    Forget(run);
  });
  if (drives) return;
  // The run is not running, and says so.
  if (hooks_.on_end) hooks_.on_end(run, Fail(Code::kUnavailable, "no thread is left to drive it"));
  Forget(run);
}

void RunEngines::Forget(RunId run) {
  const std::scoped_lock lock(mutex_);
  driven_.erase(run);
  rested_.notify_all();
}

bool RunEngines::WaitFor(RunId run, std::stop_token stop, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  return rested_.wait_for(lock, std::move(stop), most, [&] { return !driven_.contains(run); });
}

std::set<RunId> RunEngines::Driven() {
  const std::scoped_lock lock(mutex_);
  return driven_;
}

}  // namespace forge
