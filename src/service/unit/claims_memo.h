// What the rounds of a run claimed so far: a claim that one round made as a fact cannot come back as less. Kept as
// artifacts of the lane; a unit that runs again after a crash reads and writes the same.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "text/plan/claims.h"

namespace forge {

class RunFiles;
struct Job;

struct ClaimsBefore {
  std::string plan;  // that was checked in the round before
  std::vector<PastClaim>
      claims;  // of all rounds before; empty also if the rounds left none, as those of an older Forge
};

Result<ClaimsBefore> ReadClaimsBefore(const RunFiles& files, const Job& job, const std::string& plan);

// Without those that were weakened: they speak for no weaker type in a later round.
Status KeepClaims(const RunFiles& files, const Job& job, const ClaimReport& report);

}  // namespace forge
