// Pictures of a pipeline: text for a terminal, SVG for a page. Pure.
#pragma once

#include <string>

#include "pipeline/pipeline.h"

namespace forge {

std::string DrawText(const PipelineSet& set);
std::string DrawSvg(const PipelineSet& set);

}  // namespace forge
