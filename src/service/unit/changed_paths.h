// The files that a run has changed so far: what is on its branch, and what its lane holds beyond that.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace forge {

class RunResources;
struct Job;

Result<std::vector<std::string>> ChangedPaths(RunResources& resources, const Job& job);

// Whether something changed that documents describe, in a directory that has documents: tests are not described. On
// doubt, as in a very large tree, they are.
bool IsDescribed(const std::vector<std::string>& paths, const std::string& directory);

}  // namespace forge
