// The checks of `forge doctor` on a memory file. The full-text index, the counts of terms and the totals are repaired
// from the facts; nothing else is changed.
#pragma once

#include <vector>

#include "base/result.h"
#include "memory/memory_store.h"
#include "store/database.h"

namespace forge {

Result<std::vector<MemoryFinding>> ExamineMemoryFile(Database& database, bool repair);

}  // namespace forge
