// What is proved of a run's steps, for people and scripts: the last check of each, on which tree, and whether an
// agent worked on the step since. Reads the run's files; runs nothing.
#pragma once

#include <string>

#include "model/json.h"
#include "service/run_queries.h"

namespace forge {

struct Project;

// {"state", "score", "branch", "evidence"} of one step. Score and evidence are null while no check of it has ended.
// evidence: {"unit", "tree", "passed", "current", "results": [{"command", "exit_code", "passed", "duration_ms"}]}.
Json StepProof(const Project& project, const RunView& view, const StepRow& step);

}  // namespace forge
