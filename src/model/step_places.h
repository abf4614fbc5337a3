// Finds steps by their ids, in plans of any length. Knows no graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.h"

namespace forge {

// Which step an id belongs to; the first of several.
class StepPlaces {
 public:
  StepPlaces() = default;
  explicit StepPlaces(const std::vector<StepSpec>& steps);

  int Find(std::string_view id) const;  // -1 when absent
  bool operator==(const StepPlaces&) const = default;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    int place = -1;
    bool operator==(const Slot&) const = default;
  };
  // The slot that holds the id, or the free one where it belongs.
  std::size_t SlotOf(std::string_view id, std::uint32_t hash) const;

  std::vector<std::string> ids_;
  std::vector<Slot> slots_;  // open addressing, never more than half full
};

}  // namespace forge
