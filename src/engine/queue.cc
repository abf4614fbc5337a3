#include "engine/queue.h"

#include <utility>

namespace forge {

void InputQueue::Post(Input input) {
  {
    std::lock_guard lock(mutex_);
    inputs_.push_back(std::move(input));
    woken_ = true;
  }
  arrived_.notify_one();
}

void InputQueue::PostQuietly(Input input) {
  const std::lock_guard lock(mutex_);
  inputs_.push_back(std::move(input));
}

void InputQueue::Wake() {
  {
    std::lock_guard lock(mutex_);
    woken_ = true;
  }
  arrived_.notify_one();
}

void InputQueue::PostDormant(UnitId unit) {
  {
    std::lock_guard lock(mutex_);
    dormant_.push_back(unit);
    woken_ = true;
  }
  arrived_.notify_one();
}

std::vector<UnitId> InputQueue::TakeDormant() {
  std::lock_guard lock(mutex_);
  return std::exchange(dormant_, {});
}

std::vector<Input> InputQueue::WaitSome(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, limit, [this] { return woken_; });
  woken_ = false;
  std::vector<Input> taken(std::make_move_iterator(inputs_.begin()), std::make_move_iterator(inputs_.end()));
  inputs_.clear();
  return taken;
}

}  // namespace forge
