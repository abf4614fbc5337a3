// Threads for units in flight: one each, kept for the next unit when it has ended.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace forge {

class WorkerPool {
 public:
  WorkerPool() = default;
  ~WorkerPool();  // waits for every job to return
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Runs it on a thread of its own. If the machine has none left, the job waits for another to end; false: there is no
  // other, and it will not run.
  [[nodiscard]] bool Run(std::function<void()> job);

 private:
  void Work();
  bool AddThread();  // with the lock

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void()>> jobs_;
  std::size_t idle_ = 0;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace forge
