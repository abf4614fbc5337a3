// The security checklist in prompts: who does a step that touches security fills it in, who judges the work reads it
// filled in. Values from the state.
#pragma once

#include <string>

#include "engine/state.h"

namespace forge {

struct Job;
struct PromptParts;

// Sets Job::security, where the unit sees `security`.
void AddSecurity(const State& state, const Unit& unit, Job& job);

// The block of the prompt.
void TellSecurity(const Job& job, PromptParts& parts);

}  // namespace forge
