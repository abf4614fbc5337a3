// Strong ids: a run is never mistaken for a unit, nor a step for its title.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace forge {

// A run of this repository's store, from 1.
struct RunId {
  std::int64_t value = 0;
  auto operator<=>(const RunId&) const = default;
};

// One dispatch inside a run, from 1, in the order the core decided them.
struct UnitId {
  std::int64_t value = 0;
  auto operator<=>(const UnitId&) const = default;
};

// A question inside a run, from 1.
struct QuestionId {
  std::int64_t value = 0;
  auto operator<=>(const QuestionId&) const = default;
};

// A step's name inside its plan ("s1", "parser"). Empty means "the run itself".
struct StepId {
  std::string value;
  auto operator<=>(const StepId&) const = default;
  bool empty() const { return value.empty(); }
};

// Milliseconds since the Unix epoch, as data: the caller has the clock.
struct TimePoint {
  std::int64_t ms = 0;
  auto operator<=>(const TimePoint&) const = default;
};

}  // namespace forge
