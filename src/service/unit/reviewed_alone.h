// Which steps of a plan that is still to be written will be reviewed alone, as the run's pipelines and its size decide:
// found by asking their own conditions about imagined plans. Pure.
#pragma once

#include <string>

#include "engine/state.h"

namespace forge {

// In the words of the form of a plan, by complexity: "simple: not reviewed alone". Empty: every step is reviewed, or
// the steps are runs of their own.
std::string ReviewedAlone(const State& state);

}  // namespace forge
