// The budget that a run has now, without a fold of its journal. Reads; does not know what was spent.
#pragma once

#include "base/result.h"
#include "model/usage.h"
#include "service/run_queries.h"

namespace forge {

class Forge;

// What the run was started with, or what a person has extended it to. Reads a few rows of the journal, however long it
// is: where the extension stands is known from the time of the answer.
Result<Budget> LimitOf(Forge& forge, const RunView& view);

}  // namespace forge
