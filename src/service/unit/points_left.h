// The list of an agent that gathers what the runs of the steps left open is compared with what they left: a point of
// severity high is no agent's to leave out.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "model/json.h"
#include "service/unit/job.h"

namespace forge {

// Adds to `findings` of the result the points of severity high that none of them names, by number or in mostly the same
// words. `left_by`: what the run of a step left open, as PointsLeftBy writes it.
Status AddPointsLeft(const std::function<Result<std::string>(const StepId& step)>& left_by, const Job& job,
                     Json& result);

}  // namespace forge
