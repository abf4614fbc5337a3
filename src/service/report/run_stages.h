// The stages of a run's pipelines by the names that its journal has. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"
#include "pipeline/pipeline.h"

namespace forge {

// The stage as the run's pipelines have it; nullptr: none of that name.
const Stage* StageIn(const PipelineSet& set, const std::string& step, const std::string& name);
const Stage* StageOfRun(const State& state, const std::string& step, const std::string& name);

bool IsDebate(const Stage* stage);
bool ComesBeforeSteps(const State& state, const std::string& stage);

// The stage that collects findings into this document; nullptr: none does.
const Stage* CollectorOf(const std::vector<Stage>& stages, const std::string& document);
// Of a reviewer that is asked whether the points of such a document are settled: it sees the document, and sends the
// work back to a stage that sees it too. nullptr: it is no such reviewer.
const Stage* CollectorJudgedBy(const std::vector<Stage>& stages, const Stage& reviewer);

}  // namespace forge
