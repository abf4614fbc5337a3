// One message that shows progress, redrawn at a limited rate.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/ids.h"
#include "surface/chat/throttle.h"
#include "surface/chat/transport.h"

namespace forge::chat {

// Used by one thread.
class LiveMessage {
 public:
  LiveMessage(Transport& transport, std::int64_t interval_ms, std::function<TimePoint()> now)
      : transport_(transport), throttle_(interval_ms), now_(std::move(now)) {}

  void Show(const std::string& text);
  void Tick();  // something may have waited long enough
  // The last word, at once.
  void End(const std::string& text);

 private:
  void Put(const std::optional<std::string>& text);

  Transport& transport_;
  Throttle throttle_;
  std::function<TimePoint()> now_;
  std::optional<std::int64_t> id_;
};

}  // namespace forge::chat
