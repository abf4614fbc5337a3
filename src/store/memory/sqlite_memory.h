// Opens a memory file. What its tables hold is said in docs/memory.md.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "memory/memory_store.h"

namespace forge {

// Makes the file when absent, but not its directory. Several processes may open a fresh one at once.
Result<std::unique_ptr<MemoryStore>> OpenSqliteMemory(const std::string& path, FactScope scope);

}  // namespace forge
