// What `forge doctor` finds wrong with a file of memory. Facts are the truth: the full-text index, the counts of terms
// and the totals are made again from them, and nothing else is changed.
#pragma once

#include <vector>

#include "base/result.h"
#include "memory/memory_store.h"
#include "store/database.h"

namespace forge {

Result<std::vector<MemoryFinding>> ExamineMemoryFile(Database& database, bool repair);

}  // namespace forge
