// `auto`: the first available agent, and the reason. Starts nothing.
#pragma once

#include <string>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

struct AutoChoice {
  std::string spec;  // for MakeRuntime
  std::string why;   // for people
};

// claude, codex, gemini, opencode if on PATH; then `anthropic` with ANTHROPIC_API_KEY, `openai` with OPENAI_API_KEY.
// The error lists them and the two quickest ways to get one.
Result<AutoChoice> ChooseRuntime(const RuntimePlaces& places);

}  // namespace forge
