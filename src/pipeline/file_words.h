// The words a pipeline file may use where the model keeps strings, because the agent folder gives them their meaning;
// listed here to find typing mistakes. The closed sets are in pipeline.h.
#pragma once

#include <string>
#include <vector>

namespace forge {

const std::vector<std::string>& KnownTiers();
const std::vector<std::string>& KnownEfforts();
const std::vector<std::string>& KnownRuntimes();
const std::vector<std::string>& KnownChecks();
const std::vector<std::string>& KnownSights();  // what `sees` can name other than artifacts

}  // namespace forge
