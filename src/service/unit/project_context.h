// What a project tells all of its agents, for prompts: its rules, and the sections of its plans.
#pragma once

#include <string>

#include "service/project.h"

namespace forge {

// `.context/project.md` and `AGENTS.md`, each under its name; empty when there is neither. A file that is too long
// is cut, and says so.
std::string ProjectRules(const Project& project);

// The sections of the project's own template, for whoever writes a plan: without header and log, which are not theirs
// to write. Empty when the project has no template of its own.
std::string PlanTemplateSections(const Project& project);

}  // namespace forge
