// Extending a budget, for those who send the answer or wait for it. The rest of budgets is the core's (budgets.h).
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "engine/state.h"

namespace forge {

// Whether an answer may extend the limit that the open question about the budget is about by what its comment says: an
// amount of that kind, or nothing. kInvalid says what is wrong with it. The surfaces ask before they send the answer.
Status CheckExtension(const State& state, const std::string& comment, TimePoint at);

// Whether the open question about the budget is about that of the day: another day may answer it.
bool AsksForDay(const State& state);

}  // namespace forge
