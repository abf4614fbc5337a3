// Runs that this process drives beside its other work, each on a thread of its own: for servers. When the object ends,
// the runs stop and can be resumed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"
#include "service/drive_run.h"
#include "service/forge.h"
#include "service/unit/worker_pool.h"

namespace forge {

class RunEngines {
 public:
  using Opener = std::function<Result<std::unique_ptr<Forge>>()>;
  struct Hooks {
    std::function<DriveOptions(RunId)> options;                        // on the caller's thread; may be empty
    std::function<void(RunId, const Result<RunStatus>&)> on_end = {};  // on the run's thread, if it has one
  };
  // `open` is called on the run's thread: it gives the settings of that moment.
  explicit RunEngines(Opener open) : RunEngines(std::move(open), Hooks{}) {}
  RunEngines(Opener open, Hooks hooks) : open_(std::move(open)), hooks_(std::move(hooks)) {}
  ~RunEngines();  // stops them and waits

  // No effect when it is driven here already.
  void Drive(RunId run);
  // Until it stops, or `stop`, or that time is over; the run then continues here. Whether it has stopped.
  bool WaitFor(RunId run, std::stop_token stop, std::chrono::milliseconds most);
  std::set<RunId> Driven();

 private:
  void Forget(RunId run);

  Opener open_;
  Hooks hooks_;
  std::atomic<int> interrupts_ = 0;
  std::mutex mutex_;  // guards driven_
  std::condition_variable_any rested_;
  std::set<RunId> driven_;

  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace forge
