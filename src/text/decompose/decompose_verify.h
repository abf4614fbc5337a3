// The commands a plan's `## Testing` gives, where they are clearly commands. Does not know shells.
#pragma once

#include <string>
#include <vector>

#include "text/markdown.h"
#include "text/plan/plan_sections.h"

namespace forge {

// The lines of shell fences, and list items that are one code span which begins with a well-known program.
std::vector<std::string> ReadTestCommands(const Markdown& document, const PlanSection& section);

}  // namespace forge
