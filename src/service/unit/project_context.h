// What a project tells all of its agents, for prompts: its rules, and the sections of its plans.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "service/project.h"

namespace forge {

// `AGENTS.md` and `CLAUDE.md` of the directories of `paths` and of all above them, the nearest first, and
// `.context/project.md` last. One that repeats another is left out. Together they have at most kMostOfRules bytes: what
// is too long is cut, and says so. Read from the user's checkout, where no agent of an isolated run writes.
inline constexpr std::size_t kMostOfRules = 12 * 1024;
std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths);

// The sections of the project's own template, for whoever writes a plan: without header and log, which are not theirs
// to write. Empty when the project has no template of its own.
std::string PlanTemplateSections(const Project& project);

}  // namespace forge
