#include "surface/mcp/tools/run_engines.h"
#include "service/drive_run.h"

#include <utility>

namespace forge::mcp {

RunEngines::~RunEngines() { interrupts_ = 2; }

void RunEngines::Drive(RunId run) {
  {
    const std::scoped_lock lock(mutex_);
    if (!driven_.insert(run).second) return;
  }
  const bool drives = pool_.Run([this, run] {
    // The journal has the result. A run that another process drives is left to it.
    if (auto forge = open_()) {
      DriveOptions options;
      options.interrupts = [this] { return interrupts_.load(); };
      (void)DriveRun(**forge, run, options);
    }
    const std::scoped_lock lock(mutex_);
    driven_.erase(run);
    rested_.notify_all();
  });
  if (drives) return;
  // No thread is left: the run is not running, and says so.
  const std::scoped_lock lock(mutex_);
  driven_.erase(run);
  rested_.notify_all();
}

void RunEngines::Wait(RunId run, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  rested_.wait(lock, std::move(stop), [&] { return !driven_.contains(run); });
}

}  // namespace forge::mcp
