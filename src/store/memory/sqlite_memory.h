// Opens a memory file. docs/memory.md describes its tables.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "memory/memory_store.h"

namespace forge {

// Makes the file if missing, but not its directory. Several processes may open a new one at once.
Result<std::unique_ptr<MemoryStore>> OpenSqliteMemory(const std::string& path, FactScope scope);

}  // namespace forge
