#include "service/unit/worker_pool.h"

#include <utility>

#include "os/thread.h"

namespace forge {

WorkerPool::~WorkerPool() {
  std::unique_lock lock(mutex_);
  closing_ = true;
  arrived_.notify_all();
  // A job may bring others until it ends, and these may need threads.
  while (!threads_.empty()) {
    std::vector<std::jthread> ending = std::exchange(threads_, {});
    lock.unlock();
    ending.clear();
    lock.lock();
  }
}

bool WorkerPool::Run(std::function<void()> job) {
  {
    std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    if (jobs_.size() > idle_ && !AddThread() && threads_.empty()) {
      jobs_.pop_back();
      return false;
    }
  }
  arrived_.notify_one();
  return true;
}

bool WorkerPool::AddThread() {
  auto thread = StartThread([this] { Work(); });
  if (!thread) return false;
  threads_.push_back(*std::move(thread));
  return true;
}

void WorkerPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    arrived_.wait(lock, [this] { return closing_ || !jobs_.empty(); });
    --idle_;
    if (jobs_.empty()) return;
    std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    job();
    job = nullptr;
    lock.lock();
  }
}

}  // namespace forge
