// The tables of a memory file (.forge/state/memory.db, or the user's own), how an older one becomes a newer one, and
// the checks of `forge doctor`. Separate from the runs' journal, so that recalling a fact never waits for a run, nor a
// run for a fact.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "memory/memory_store.h"
#include "store/database.h"
#include "store/store_schema.h"

namespace forge {

std::span<const Migration> MemoryMigrations();

// The full-text index, the counts of terms and the totals are repaired from the facts; nothing else is changed.
Result<std::vector<MemoryFinding>> ExamineMemoryFile(Database& database, bool repair);

}  // namespace forge
