// Runs jobs on threads, a bounded number at once; the rest waits. Knows nothing of what they do.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

#include "service/unit/worker_pool.h"

namespace forge::mcp {

class Crew {
 public:
  Crew(std::size_t at_once, std::size_t waiting) : at_once_(at_once), most_waiting_(waiting) {}

  // False: too many are waiting already.
  bool Run(std::function<void()> job);

 private:
  void Work(std::function<void()> job);

  const std::size_t at_once_, most_waiting_;
  std::mutex mutex_;  // guards what follows
  std::size_t running_ = 0;
  std::deque<std::function<void()>> waiting_;

  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace forge::mcp
