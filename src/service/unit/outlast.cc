#include "service/unit/outlast.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace forge {
namespace {

constexpr int kLongestShortageWaitMs = 30'000;

}  // namespace

bool ShortageWaits::Next() {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop_, std::chrono::milliseconds(pause_ms_), [] { return false; });
  pause_ms_ = std::min(2 * pause_ms_, kLongestShortageWaitMs);
  return !stop_.stop_requested();
}

}  // namespace forge
