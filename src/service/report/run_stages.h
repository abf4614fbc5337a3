// The stages of a run's pipelines by the names that its journal has. Pure.
#pragma once

#include <string>

#include "engine/state.h"
#include "pipeline/pipeline.h"

namespace forge {

// The stage as the run's pipelines have it; nullptr: none of that name.
const Stage* StageIn(const PipelineSet& set, const std::string& step, const std::string& name);
const Stage* StageOfRun(const State& state, const std::string& step, const std::string& name);

bool IsDebate(const Stage* stage);
bool ComesBeforeSteps(const State& state, const std::string& stage);

}  // namespace forge
