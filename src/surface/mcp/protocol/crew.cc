#include "surface/mcp/protocol/crew.h"

#include <utility>

namespace forge::mcp {

bool Crew::Run(std::function<void()> job) {
  {
    const std::scoped_lock lock(mutex_);
    if (running_ >= at_once_) {
      if (waiting_.size() >= most_waiting_) return false;
      waiting_.push_back(std::move(job));
      return true;
    }
    ++running_;
  }
  if (pool_.Run([this, job = std::move(job)]() mutable { Work(std::move(job)); })) return true;
  const std::scoped_lock lock(mutex_);
  --running_;
  return false;
}

void Crew::Work(std::function<void()> job) {
  while (job) {
    job();
    const std::scoped_lock lock(mutex_);
    job = nullptr;
    if (waiting_.empty()) {
      --running_;
      return;
    }
    job = std::move(waiting_.front());
    waiting_.pop_front();
  }
}

}  // namespace forge::mcp
