// How big a new run is taken to be when nobody said. The judgement is text/size.h's; this asks the repository for it.
#pragma once

#include "pipeline/pipeline.h"
#include "text/size.h"

namespace forge {

struct Project;
struct StartRequest;

// What was asked for wins. A pipeline that does not ask for the size is not worth looking around: `standard`, without a
// reason. Whoever wants a plan or a discussion does not get the quick way.
SizeJudgement SizeOfRun(const StartRequest& request, const PipelineSet& pipelines, const Project& project);

}  // namespace forge
