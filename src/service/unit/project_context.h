// What a project tells all of its agents, for prompts: its rules, and the form of its plans.
#pragma once

#include <string>

#include "service/project.h"

namespace forge {

// `.context/project.md` and `AGENTS.md`, each under its name; empty when there is neither. A file that is too long
// is cut, and says so.
std::string ProjectRules(const Project& project);

// The template of a new plan as a drafter is to fill it in: without header and log, which are not its to write, and
// with the form of a step where the template shows none.
std::string PlanForm(const Project& project);

}  // namespace forge
