// What a run left for people to decide, for those who look at the run and not at its findings.
#pragma once

#include <vector>

#include "base/result.h"
#include "service/forge.h"
#include "service/report/findings.h"

namespace forge {

// Those that need a decision. Only of a run that has completed: until then it asks about them itself.
Result<std::vector<RunFinding>> FindingsLeftBy(Forge& forge, const RunRow& run);

}  // namespace forge
