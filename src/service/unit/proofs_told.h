// How the tests of steps were proved, for reviewers: red-green evidence, and proofs that the plan waives. Values from
// the state.
#pragma once

#include <string>

#include "engine/state.h"

namespace forge {

// Of the unit's own step; of a unit that judges the whole, or of a step that audits: of every step. Empty: the plan
// asks for no proof.
std::string ProofsTold(const State& state, const Unit& unit);

}  // namespace forge
