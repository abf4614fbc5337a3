// The findings of a check unit: what tools reported, what does not hold, and which commands fail.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"
#include "model/json.h"

namespace forge {

// From the unit's result block. `rules` as in findings_said.h.
std::vector<Finding> FindingsOfCheck(const Json& result, const std::string& source, int rules);

// The last lines of the failed command that the finding is about; empty: it is about none.
std::string OutputOf(const Json& result, const Finding& finding);

}  // namespace forge
