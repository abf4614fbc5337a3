// What a project tells all of its agents, for prompts: its rules, and the sections of its plans.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/prompt_parts.h"
#include "service/project.h"

namespace forge {

// `AGENTS.md` and `CLAUDE.md` of the directories of `paths` and of all above them, the nearest first, and
// `.context/project.md` last. One that repeats another is left out. Together they have at most kMostOfRules bytes: the
// short ones are whole, the others are cut at one length, and say so. Read from the user's checkout, where no agent of
// an isolated run writes.
inline constexpr std::size_t kMostOfRules = 12 * 1024;
using RuleReader = std::function<std::string(const std::string& path)>;  // the text of a file; empty: there is none
std::string ReadRuleFile(const std::string& path, std::size_t most = kMostOfRules);
std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths,
                                      const RuleReader& read, std::size_t most = kMostOfRules);
std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths);

// What stands below each `## NAME` of the project's own template, for whoever writes a plan: without header and log,
// which are not theirs to write. Empty when the project has no template of its own.
std::string PlanTemplateSections(const Project& project);
// Those of them that a plan does not have.
std::vector<std::string> MissingTemplateSections(const Project& project, std::string_view plan);

}  // namespace forge
