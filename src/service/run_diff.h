// What a run, or one of its steps, changed: two commits to compare. Knows neither pagers nor colours.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Forge;

struct DiffRange {
  std::string from, to;  // commits
};

// The run's (no step): from where it started to its branch, with the work of its own lane that is not on it yet. A
// step's: its last attempt, or what a person gave back after that. kNotFound if there is nothing yet.
Result<DiffRange> FindDiff(Forge& forge, RunId run, const std::string& step);

}  // namespace forge
