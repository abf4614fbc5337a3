// Child units: a run below this one is driven, and what it made is merged.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

#include "model/outcome.h"

namespace forge {

class RunResources;
struct Job;

// Drives the child run of a unit, on the caller's thread, to its end or until it waits for a person (then nothing).
using ChildDriver = std::function<std::optional<UnitOutcome>(const Job& job, std::stop_token stop)>;

// Used from any number of threads.
class ChildUnit {
 public:
  ChildUnit(RunResources& resources, ChildDriver drive) : resources_(resources), drive_(std::move(drive)) {}

  std::optional<UnitOutcome> CarryOut(const Job& job, std::stop_token stop);

 private:
  RunResources& resources_;
  ChildDriver drive_;
};

}  // namespace forge
