#include "service/unit/admission.h"

#include <chrono>
#include <utility>

#include "os/system.h"

namespace forge {
namespace {

// No event tells us that memory is free again, so we poll.
constexpr std::chrono::milliseconds kLookAgain{500};
constexpr std::chrono::milliseconds kLookIsGood{100};

}  // namespace

Admission::Admission(std::int64_t floor, std::function<std::optional<std::int64_t>()> available)
    : floor_(floor), available_(std::move(available)) {}

Admission::Pass::~Pass() {
  if (admission_ == nullptr) return;
  std::lock_guard lock(admission_->mutex_);
  --admission_->inside_;
  admission_->left_.notify_all();
}

// Short units come by the thousand, and a look costs as much as one of them does. So what one look finds is shared out
// for a moment: as if each unit that enters took at once what must be free for it.
bool Admission::MayEnter() {
  if (inside_ == 0 || floor_ == 0) return true;
  const std::int64_t now = SteadyMs();
  left_to_give_ -= floor_;
  if (left_to_give_ >= floor_ && now - looked_ < kLookIsGood.count()) return true;
  looked_ = now;
  left_to_give_ = available_().value_or(floor_);
  return left_to_give_ >= floor_;
}

Admission::Pass Admission::Enter(std::stop_token stop, const std::function<void()>& waits) {
  std::unique_lock lock(mutex_);
  bool told = false;
  while (!MayEnter() && !stop.stop_requested()) {
    if (!std::exchange(told, true) && waits) waits();
    left_.wait_for(lock, stop, kLookAgain, [] { return false; });
  }
  ++inside_;
  return Pass(this);
}

}  // namespace forge
