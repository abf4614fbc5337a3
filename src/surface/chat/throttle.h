// Limits how often a progress message is redrawn: an early update waits, a newer one replaces it, and the last one
// is never lost. Pure: the caller passes the time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.h"

namespace forge::chat {

class Throttle {
 public:
  explicit Throttle(std::int64_t interval_ms) : interval_ms_(interval_ms) {}

  // What to show now; nothing when the update has to wait, or equals what is shown.
  std::optional<std::string> Offer(std::string text, TimePoint now);
  // What waited long enough.
  std::optional<std::string> Poll(TimePoint now);
  // The waiting update, at once: it is the last one.
  std::optional<std::string> Flush(TimePoint now);

  bool waiting() const { return waiting_.has_value(); }

 private:
  std::optional<std::string> Show(TimePoint now);

  std::int64_t interval_ms_;
  std::optional<TimePoint> shown_at_;
  std::string shown_;
  std::optional<std::string> waiting_;
};

}  // namespace forge::chat
