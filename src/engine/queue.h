// Where units post what became of them, and the loop waits. The only door into a running loop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "engine/input.h"

namespace forge {

class InputQueue {
 public:
  void Post(Input input);  // any thread
  void Wake();             // any thread: WaitSome returns, perhaps empty-handed

  // A unit that can do nothing until somebody speaks to it from outside (a child run that waits for a person). It stays
  // in flight: whoever drives the run next starts it again.
  void PostDormant(UnitId unit);
  std::vector<UnitId> TakeDormant();

  // All inputs there are; waits up to `limit` for the first.
  std::vector<Input> WaitSome(std::chrono::milliseconds limit);

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Input> inputs_;
  std::vector<UnitId> dormant_;
  bool woken_ = false;
};

}  // namespace forge
