// What the engine ran before the work of a run: its baselines, the check `fails-today`, and the red half of red-green
// proofs. From the state alone.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"
#include "service/proof/evidence.h"

namespace forge {

// Of the unit's step, or of all. The first entry of a step and a command is the one that counts.
std::vector<RanBefore> RanBeforeWork(const State& state, const Unit& unit);

// For those who judge the plan, a line for each command that `fails-today` ran; empty: it ran none, or a step is done.
std::string ToldToday(const State& state, const Unit& unit);

}  // namespace forge
