// Pictures of a pipeline: text for a terminal, SVG for a page. Pure.
#pragma once

#include <cstddef>
#include <string>

#include "pipeline/pipeline.h"

namespace forge {

// `width`: of the terminal, in columns; 0: as wide as it reads well. What is wider is broken between words.
std::string DrawText(const PipelineSet& set, std::size_t width = 0);
std::string DrawSvg(const PipelineSet& set);

}  // namespace forge
