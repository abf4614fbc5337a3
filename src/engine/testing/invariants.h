// What must hold of every state between two inputs. For tests; recomputes everything from scratch.
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"

namespace forge::testing {

// A sentence for each thing that does not hold.
std::vector<std::string> Violations(const State& state);

// Its plan was approved once and has changed since.
bool ApprovalStale(const State& state);
// Nothing but the world's own pace keeps it from starting things: active, not blocked, no question that holds the run.
bool Unheld(const State& state);

}  // namespace forge::testing
