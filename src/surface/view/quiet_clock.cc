#include "surface/view/quiet_clock.h"

#include "service/plan/plans.h"
#include "text/plan/plan_header.h"

namespace forge {

void QuietClock::Know(const Project& project, const State& state) {
  if (!state.plan || state.plan->hash == plan_) return;
  plan_ = state.plan->hash;
  const auto entry = Plans(project).Find(state.plan->path);
  every_ms_ = entry ? HeartbeatMs(entry->header) : 0;
}

void QuietClock::News(const std::string& text, TimePoint now) {
  if (text == text_) return;
  text_ = text;
  News(now);
}

bool QuietClock::IsDue(TimePoint now) {
  if (every_ms_ <= 0 || now.ms - last_.ms < every_ms_) return false;
  last_ = now;
  return true;
}

std::chrono::milliseconds QuietClock::interval() const {
  return every_ms_ > 0 ? std::chrono::milliseconds(every_ms_ / 4) : std::chrono::hours(1);
}

}  // namespace forge
