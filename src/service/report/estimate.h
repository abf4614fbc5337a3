// What a run is likely to cost: what completed runs of the same kind cost, and how far apart they lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Forge;

// Runs that can be compared: the same stages, asked of the same agent.
struct RunKind {
  std::string pipeline;
  std::string size;
  std::string agent;  // as the run's settings name it: "claude:opus"
  bool operator==(const RunKind&) const = default;
};

struct PastRun {
  double usd = 0;
  std::int64_t tokens = 0;
  std::int64_t active_ms = 0;  // without the time that it waited for people
};

// The newest completed runs of that kind, at most ten; `except` is not among them.
Result<std::vector<PastRun>> FindPastRuns(Forge& forge, const RunKind& kind, RunId except);

// "$0.40 to $1.20, half of them below $0.70; 3m00s to 9m00s ... (5 runs of pipeline `forge`, size standard, agent
// claude)"; tokens where no run has a price; "cost unknown ..." where none reported what it
// spent; "no basis yet ..." without runs. Pure.
std::string DescribeEstimate(const std::vector<PastRun>& past, const RunKind& kind);

}  // namespace forge
