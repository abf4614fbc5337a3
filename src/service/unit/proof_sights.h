// What a reviewer is shown of how work was proved: `baseline`, what passed before it, and `commands`, what its agents
// ran. Of a step its own; on the run's lane also those of the steps.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

class RunFiles;
struct Job;

// Empty when there is nothing to show, or the word is another.
Result<std::string> ProofSight(const RunFiles& files, const Job& job, const std::string& word);

}  // namespace forge
