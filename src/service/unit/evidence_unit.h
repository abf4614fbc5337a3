// The check `evidence`: Forge runs the plan's criteria on the tree that ships, and a sample of them again on a fresh
// checkout.
#pragma once

#include <optional>
#include <stop_token>

#include "base/result.h"
#include "service/proof/evidence.h"

namespace forge {

class RunResources;
struct Job;

// Nothing: stopped.
Result<std::optional<EvidenceReport>> ProveCriteria(RunResources& resources, const Job& job, std::stop_token stop);

}  // namespace forge
