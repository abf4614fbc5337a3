// How urgent a run is: a server takes up those of a higher priority first. Kept beside the journal, as it changes
// nothing that the run does.
#pragma once

#include <map>
#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Store;

// "medium" unless another one was given.
Result<std::string> PriorityOfRun(Store& store, RunId run);
// All that were given, by run.
Result<std::map<RunId, std::string>> GivenPriorities(Store& store);
// Empty: none was given.
Result<std::string> GivenPriority(Store& store, RunId run);
Status SetPriorityOfRun(Store& store, RunId run, const std::string& priority);

// 1 high, -1 low, else 0.
int PriorityLevel(const std::string& priority);

}  // namespace forge
