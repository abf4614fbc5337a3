// The queue where units post their outcome and the loop waits. Nothing else reaches a running loop.
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
  // The same without waking the loop: it takes the input with the next one, or when its wait is over.
  void PostQuietly(Input input);
  void Wake();  // any thread: WaitSome returns, perhaps with nothing

  // A unit that can do nothing until a message arrives from outside (a child run that waits for a person). It stays in
  // flight: the next engine of the run starts it again.
  void PostDormant(UnitId unit);
  std::vector<UnitId> TakeDormant();

  // All waiting inputs; waits up to `limit` for the first that is not quiet.
  std::vector<Input> WaitSome(std::chrono::milliseconds limit);

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Input> inputs_;
  std::vector<UnitId> dormant_;
  bool woken_ = false;
};

}  // namespace forge
