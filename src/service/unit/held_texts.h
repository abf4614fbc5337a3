// What running units were asked, in memory, for units that may leave nothing else. Knows neither files nor the store.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

// From any number of threads. What is held is gone with the process: its unit has no recorded end then, and is carried
// out again.
class HeldTexts {
 public:
  // A longer prompt is a file: the store is for what is small.
  static constexpr std::size_t kLongest = std::size_t{16} << 10;

  void Hold(AskedRow asked, std::int64_t now_ms);
  // Hands over what is held of the unit, and holds it no longer if `write` succeeds. No effect if nothing is held.
  using Write = std::function<Status(const AskedRow&)>;
  Status Release(UnitId unit, const Write& write);
  // Those that were held at that time already, or before.
  std::vector<UnitId> HeldSince(std::int64_t ms) const;

  std::vector<AskedRow> Of(const std::vector<UnitId>& units) const;
  void Forget(const std::vector<UnitId>& units);

 private:
  struct Held {
    AskedRow asked;
    std::int64_t since_ms = 0;
  };

  mutable std::mutex mutex_;
  std::map<UnitId, Held> held_;  // guarded by mutex_
};

}  // namespace forge
