// The files that a run has changed so far: what is on its branch, and what its lane holds beyond that.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

class RunResources;
struct Job;

Result<std::vector<std::string>> ChangedPaths(RunResources& resources, const Job& job);

}  // namespace forge
