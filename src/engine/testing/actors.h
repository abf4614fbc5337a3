// Who acts in the simulation: agents and people, friendly or not. Values in, values out; the world's clock is given.
#pragma once

#include <optional>

#include "engine/input.h"
#include "engine/state.h"
#include "engine/testing/dice.h"

namespace forge::testing {

enum class Mood {
  kFriendly,  // does what it is asked
  kWild,      // anything that could ever be reported
};

// What becomes of a unit. `real_gates`: gates and conditions are evaluated, not guessed.
UnitOutcome Behave(Dice& dice, Mood mood, bool real_gates, const State& state, const Unit& unit, TimePoint now);

// What a person does or says to the run, sensible or not.
Input Meddle(Dice& dice, const State& state);

// What a helpful person does for a run that needs one; nothing when it goes on by itself. `tries` counts how often the
// run has failed: a helpful person retries, then skips what fails.
std::optional<Input> Help(Dice& dice, const State& state, int tries);

}  // namespace forge::testing
