// The list of an agent that gathers what the runs of the steps left open is compared with what they left: a point of
// severity high is no agent's to leave out.
#pragma once

#include "base/result.h"
#include "model/json.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {

// Adds to `findings` of the result the points of severity high that none of them names, by number or in mostly the same
// words.
Status AddPointsLeft(const RunFiles& files, const Job& job, Json& result);

}  // namespace forge
