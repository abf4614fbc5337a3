// `auto`: the first agent that is there, and why it. Starts nothing.
#pragma once

#include <string>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

struct AutoChoice {
  std::string spec;  // as MakeRuntime takes it
  std::string why;   // for people
};

// claude, codex, gemini, opencode when on PATH; then `anthropic` with ANTHROPIC_API_KEY, `openai` with OPENAI_API_KEY.
// The error says what was looked for and the two quickest ways to get one.
Result<AutoChoice> ChooseRuntime(const RuntimePlaces& places);

}  // namespace forge
