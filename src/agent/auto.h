// `auto`: the first available agent, and the reason. Starts nothing.
#pragma once

#include <string>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

struct AutoChoice {
  std::string spec;  // for MakeRuntime
  std::string why;   // for people
};

// claude, codex, gemini, opencode if on PATH; then `anthropic` with ANTHROPIC_API_KEY, `openai` with OPENAI_API_KEY.
// The error says where it looked and the two quickest ways to get one.
Result<AutoChoice> ChooseRuntime(const RuntimePlaces& places);
// All that it could choose from, in that order; `why` is where the program is, or the variable.
std::vector<AutoChoice> FindRuntimes(const RuntimePlaces& places);

}  // namespace forge
