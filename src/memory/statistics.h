// Tells what a run measured about itself from what it learned. Pure; by category, voice and words.
#pragma once

#include "memory/fact.h"

namespace forge {

// A run's statistics: how many modules it had, how deep, how long it took, how often it tried again. The modules
// workflow saves one such line per run as a success_pattern, and an older Forge kept one per pipeline (key
// `shape:...`). A success_pattern is one if no person said it, it gives at least two measures, one of them a time, a
// depth, retries or attempts, and says nothing else ("Run 12: 4 modules, depth 2, 14 minutes, no retries"); or at least
// three, one of them of the plan, and it gives no order. What worked, said in words, is none.
bool IsRunStatistics(const Fact& fact);

}  // namespace forge
