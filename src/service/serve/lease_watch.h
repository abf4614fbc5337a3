// How long a server itself has seen no sign of life of an engine that holds a run. The wall clock alone does not tell:
// after a sleep of the machine every heartbeat looks old for a moment. Pure; the caller gives the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "base/ids.h"
#include "store/store.h"

namespace forge {

class LeaseWatch {
 public:
  // Whether its heartbeat stood still for a whole term before our eyes; to be called at every look at the run.
  // `now_ms`: of a steady clock. A long time between two looks counts little: we were stopped or slept as well.
  bool RanOut(const Lease& lease, std::int64_t fallback_ms, std::int64_t now_ms) {
    Seen& seen = seen_[lease.run];
    if (seen.owner != lease.owner || seen.heartbeat != lease.heartbeat) {
      seen = {lease.owner, lease.heartbeat, now_ms, 0};
      return false;
    }
    seen.still_ms += std::clamp<std::int64_t>(now_ms - seen.looked_ms, 0, kLongestGapMs);
    seen.looked_ms = now_ms;
    return seen.still_ms > (lease.term_ms > 0 ? lease.term_ms : fallback_ms);
  }
  // It begins anew: the engine could show no sign of life.
  void Forget(RunId run) { seen_.erase(run); }

 private:
  static constexpr std::int64_t kLongestGapMs = 1'000;

  struct Seen {
    Owner owner;
    TimePoint heartbeat;
    std::int64_t looked_ms = 0;
    std::int64_t still_ms = 0;
  };
  std::map<RunId, Seen> seen_;
};

}  // namespace forge
