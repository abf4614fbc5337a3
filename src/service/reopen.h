// Takes up a run that has ended as a new run with its history.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "service/report/findings.h"

namespace forge {

class Forge;

// The objective of the new run: that of the old one, why it is taken up again, and what became of its steps and
// findings. Pure.
std::string ReopenedObjective(const RunRow& run, const std::string& old_objective, const std::string& reason,
                              const std::vector<StepRow>& steps, const std::vector<RunFinding>& findings);

// With the same pipeline, agent, isolation and flags. It starts at the old run's work if that has not landed, else at
// HEAD. kConflict: the run has not ended.
Result<RunId> ReopenRun(Forge& forge, RunId run, const std::string& reason);

// The run that this one was reopened from; 0: none.
RunId ReopenedFrom(const Json& settings);

}  // namespace forge
