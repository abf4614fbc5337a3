// What the projections of a run must be, read off its journal; and the batch a new run begins with. Pure: no SQL.
#pragma once

#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "engine/run_loop.h"
#include "store/store.h"

namespace forge {

// All projections of the run (every step, every unit it ever had), and no rows. Fails with kCorrupt, naming the row,
// when the journal cannot be folded.
Result<Batch> DeriveProjections(const RunIdentity& identity, const std::vector<JournalRow>& rows);

// The rows and projections of a run that has just been asked for; kInvalid when the core refuses to start it.
Result<Batch> FirstBatch(const NewRun& run, RunId id);

// Whose child it is: what the caller said of the run and of its start must agree.
Result<RunId> ParentOf(const NewRun& run);

}  // namespace forge
