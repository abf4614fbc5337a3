// What was spent, of the limit that is nearest to its end.
#pragma once

#include <cstdint>
#include <string>

#include "model/usage.h"

namespace forge {

// "$0.32 of $2.00", "900 of 1.0k tokens"; without a limit the money, or the tokens where nothing has a price. Empty:
// nothing was spent and there is no limit.
std::string BudgetText(std::int64_t tokens, double usd, const Budget& limit);

}  // namespace forge
