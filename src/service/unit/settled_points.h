// Points of a review that only repeat what a person has decided. Pure.
#pragma once

#include <vector>

#include "model/outcome.h"

namespace forge {

// Moves those of `findings` to a member of their own, so that nobody is asked to resolve them. `settled`: of each, by
// its place.
void SetSettledAside(const std::vector<bool>& settled, UnitOutcome& outcome);

// A review whose only objections were set aside approves; advice that is left does not send work back in their place.
void ApproveIfSettled(UnitOutcome& outcome);

}  // namespace forge
