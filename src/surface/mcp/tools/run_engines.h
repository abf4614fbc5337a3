// Runs that a client started and that this server drives, each on a thread of its own. When the server ends, they pause
// and can be resumed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>

#include "base/ids.h"
#include "base/result.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/unit/worker_pool.h"

namespace forge::mcp {

class RunEngines {
 public:
  using Opener = std::function<Result<std::unique_ptr<Forge>>()>;
  explicit RunEngines(Opener open) : open_(std::move(open)) {}
  ~RunEngines();  // stops them and waits

  // No effect when it is driven here already.
  void Drive(RunId run);
  // Until it stops, or `stop`; the run then continues here.
  void Wait(RunId run, std::stop_token stop);

 private:
  Opener open_;
  std::atomic<int> interrupts_ = 0;
  std::mutex mutex_;  // guards driven_
  std::condition_variable_any rested_;
  std::set<RunId> driven_;

  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace forge::mcp
