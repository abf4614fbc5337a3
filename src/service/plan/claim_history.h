// The claims of a run's plan, round by round, as its journal has them.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"

namespace forge {

class Forge;

// In the result of a check unit: every claim with its type, citation and verdict.
inline constexpr const char* kClaimRecords = "claims";

struct ClaimRound {
  int round = 0;
  std::string stage;
  StepId step;  // whose check it was; empty: the run's
  UnitId unit;
  TimePoint at;
  Json claims;  // as in ToJson(ClaimReport)
};

// In the order in which they were checked. A run whose pipeline checks no claims has none.
Result<std::vector<ClaimRound>> ClaimHistory(Forge& forge, RunId run);

}  // namespace forge
