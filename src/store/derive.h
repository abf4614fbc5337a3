// Derives a run's projections from its journal, and makes the first batch of a new run. Pure: no SQL.
#pragma once

#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/core.h"
#include "engine/input.h"
#include "engine/ports.h"
#include "engine/run_loop.h"
#include "store/store.h"

namespace forge {

// All projections of the run (every step, every unit it ever had), without rows. kCorrupt names the row if the journal
// cannot be folded.
Result<Batch> DeriveProjections(const RunIdentity& identity, const std::vector<JournalRow>& rows);

// What an input and its decision add to a run's journal; `rows` is all of it so far.
void AppendTo(std::vector<JournalRow>& rows, const TimedInput& input, const Decision& decision);

// The rows and projections of a new run; kInvalid if the core refuses to start it.
Result<Batch> FirstBatch(const NewRun& run, RunId id);

// Its parent; the caller's run and its start must agree on it.
Result<RunId> ParentOf(const NewRun& run);

}  // namespace forge
