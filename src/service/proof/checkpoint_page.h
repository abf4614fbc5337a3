// What a person looks at before a step with a checkpoint is done: what proves it, and what it changed.
#pragma once

#include <string>

#include "base/ids.h"
#include "service/project.h"
#include "service/run_queries.h"

namespace forge {

// Never fails: what cannot be read is said in its place.
std::string CheckpointPage(const Project& project, const RunView& view, const StepId& step);

}  // namespace forge
