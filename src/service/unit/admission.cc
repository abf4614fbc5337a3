#include "service/unit/admission.h"

#include <chrono>
#include <utility>

namespace forge {
namespace {

// No event tells us that memory is free again, so we poll.
constexpr std::chrono::milliseconds kLookAgain{500};

}  // namespace

Admission::Admission(std::int64_t floor, std::function<std::optional<std::int64_t>()> available)
    : floor_(floor), available_(std::move(available)) {}

Admission::Pass::~Pass() {
  if (admission_ == nullptr) return;
  std::lock_guard lock(admission_->mutex_);
  --admission_->inside_;
  admission_->left_.notify_all();
}

bool Admission::MayEnter() const { return inside_ == 0 || floor_ == 0 || available_().value_or(floor_) >= floor_; }

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
