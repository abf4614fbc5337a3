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

}  // namespace forge
