// The checks `evidence` and `criteria`: Forge runs the plan's criteria on the tree that ships; `evidence` runs a sample
// of them again on a fresh checkout.
#pragma once

#include <optional>
#include <stop_token>

#include "base/result.h"
#include "service/proof/evidence.h"

namespace forge {

class RunResources;
struct Job;

enum class ProofRuns { kTwice, kOnce };

// kOnce: only the criteria that the plan wrote, each run once. Nothing: stopped.
Result<std::optional<EvidenceReport>> ProveCriteria(RunResources& resources, const Job& job, ProofRuns runs,
                                                    std::stop_token stop);

}  // namespace forge
