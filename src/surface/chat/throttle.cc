#include "surface/chat/throttle.h"

#include <utility>

namespace forge::chat {

std::optional<std::string> Throttle::Offer(std::string text, TimePoint now) {
  if (shown_at_ && text == shown_) {
    // The same text as is shown: the waiting update is out of date.
    waiting_.reset();
    return std::nullopt;
  }
  waiting_ = std::move(text);
  return Poll(now);
}

std::optional<std::string> Throttle::Poll(TimePoint now) {
  // A clock that was set back must not delay updates.
  const bool early = shown_at_ && now >= *shown_at_ && now.ms - shown_at_->ms < interval_ms_;
  return early ? std::nullopt : Show(now);
}

std::optional<std::string> Throttle::Flush(TimePoint now) { return Show(now); }

std::optional<std::string> Throttle::Show(TimePoint now) {
  if (!waiting_) return std::nullopt;
  shown_at_ = now;
  shown_ = *std::exchange(waiting_, std::nullopt);
  return shown_;
}

}  // namespace forge::chat
