// Which of the user's variables an agent program needs for itself and its provider, besides those that every process
// gets (text/passed_variables.h). Reads the program's own configuration, because that may name a variable.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agent/runtime.h"

namespace forge {

// Names, and prefixes with `*`. `program`: claude, codex, gemini or opencode.
std::vector<std::string> CliVariables(std::string_view program, const AgentRequest& request,
                                      const std::map<std::string, std::string>& environment);

// Of the withheld variables those that the settings of claude or gemini name, the user's own and the project's in
// `cwd`: what their servers, hooks and key helpers then miss.
std::vector<std::string> MissedBySettings(std::string_view program, const std::string& cwd,
                                          const std::map<std::string, std::string>& environment,
                                          const std::vector<std::string>& withheld);
// For people, in a sentence; `names` are not none.
std::string MissedNote(std::string_view program, const std::vector<std::string>& names);

}  // namespace forge
