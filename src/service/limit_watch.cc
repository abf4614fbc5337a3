#include "service/limit_watch.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "service/agents/accounts.h"
#include "store/store.h"

namespace forge {

LimitWatch::LimitWatch(const Machine& machine, const RunLoop& loop, InputQueue& queue, TimePoint last_unit)
    : machine_(machine), loop_(loop), queue_(queue), seen_(AccountBook::LastUse(machine)) {
  if (Waits() && ParseInt(seen_.substr(0, seen_.find(' '))).value_or(0) > last_unit.ms) seen_.clear();
}

void LimitWatch::operator()() {
  if (!Waits()) return;
  std::string used = AccountBook::LastUse(machine_);
  if (used == seen_) return;
  seen_ = std::move(used);
  for (const auto& [id, timer] : loop_.state().timers) {
    if (timer.until.ms > 0) queue_.Post(TimerFired{id});
  }
}

bool LimitWatch::Waits() const {
  return std::ranges::any_of(loop_.state().timers, [](const auto& timer) { return timer.second.until.ms > 0; });
}

Result<TimePoint> LastUnitEnd(Store& store, RunId run) {
  TimePoint last;
  for (const UnitRow& unit : TRY(store.ListUnits(run))) last = std::max(last, unit.ended);
  return last;
}

}  // namespace forge
