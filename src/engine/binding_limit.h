// The budgets that bind a unit while it works, for those who carry it out. The rest of budgets is the core's
// (budgets.h).
#pragma once

#include <string>
#include <vector>

#include "engine/state.h"
#include "model/usage.h"

namespace forge {

struct BindingLimit {
  std::string key;    // the same for all units that share the limit
  std::string whose;  // "of the run", "of role `executor`"
  Budget limit;       // money and tokens
  Usage spent;        // of it, by units that have ended
};

// In the order of the questions about them; none for a unit that asks no agent.
std::vector<BindingLimit> LimitsOn(const State& state, const Unit& unit);

// "$0.06 of $0.05 spent"; empty: the limit is not reached by what is spent of it.
std::string WhyReached(const Budget& limit, const Usage& spent);

}  // namespace forge
