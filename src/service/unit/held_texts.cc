#include "service/unit/held_texts.h"

#include <utility>

namespace forge {

void HeldTexts::Hold(AskedRow asked, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const UnitId unit = asked.unit;
  held_.insert_or_assign(unit, Held{std::move(asked), now_ms});
}

// Under the lock: who comes second finds the files.
Status HeldTexts::Release(UnitId unit, const Write& write) {
  const std::lock_guard lock(mutex_);
  const auto held = held_.find(unit);
  if (held == held_.end()) return {};
  TRY(write(held->second.asked));
  held_.erase(held);
  return {};
}

std::vector<UnitId> HeldTexts::HeldSince(std::int64_t ms) const {
  const std::lock_guard lock(mutex_);
  std::vector<UnitId> units;
  for (const auto& [unit, held] : held_) {
    if (held.since_ms <= ms) units.push_back(unit);
  }
  return units;
}

std::vector<AskedRow> HeldTexts::Of(const std::vector<UnitId>& units) const {
  const std::lock_guard lock(mutex_);
  std::vector<AskedRow> rows;
  for (const UnitId unit : units) {
    if (const auto held = held_.find(unit); held != held_.end()) rows.push_back(held->second.asked);
  }
  return rows;
}

void HeldTexts::Forget(const std::vector<UnitId>& units) {
  const std::lock_guard lock(mutex_);
  for (const UnitId unit : units) held_.erase(unit);
}

}  // namespace forge
