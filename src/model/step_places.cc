#include "model/step_places.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace forge {
namespace {

std::uint32_t IdHash(std::string_view id) {
  const std::size_t hash = std::hash<std::string_view>()(id);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

}  // namespace

StepPlaces::StepPlaces(const std::vector<StepSpec>& steps)
    : slots_(std::bit_ceil(std::max<std::size_t>(2, 2 * steps.size()))) {
  ids_.reserve(steps.size());
  for (const StepSpec& step : steps) {
    const std::uint32_t hash = IdHash(step.id.value);
    Slot& slot = slots_[SlotOf(step.id.value, hash)];
    if (slot.place < 0) slot = {hash, static_cast<int>(ids_.size())};
    ids_.push_back(step.id.value);
  }
}

std::size_t StepPlaces::SlotOf(std::string_view id, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].place >= 0 && (slots_[at].hash != hash || ids_[static_cast<std::size_t>(slots_[at].place)] != id)) {
    at = (at + 1) & mask;
  }
  return at;
}

int StepPlaces::Find(std::string_view id) const { return slots_.empty() ? -1 : slots_[SlotOf(id, IdHash(id))].place; }

}  // namespace forge
