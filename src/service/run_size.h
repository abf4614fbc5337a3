// The size of a new run when the user gave none. text/size.h judges; this file lists the repository's files for it.
#pragma once

#include "pipeline/pipeline.h"
#include "text/size.h"

namespace forge {

struct Project;
struct StartRequest;

// A size that was given wins. For a pipeline that does not ask for the size it is `standard`, without a reason. A run
// with a plan or a discussion is never `quick`.
SizeJudgement SizeOfRun(const StartRequest& request, const PipelineSet& pipelines, const Project& project);

}  // namespace forge
