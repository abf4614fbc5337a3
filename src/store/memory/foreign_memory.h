// Reads the two databases of reference 2 (a project's and the user's global one): spikes, patterns, learnings, drafts,
// finished work. Read-only; missing tables are skipped.
#pragma once

#include <string>

#include "base/result.h"
#include "memory/import.h"

namespace forge {

// kInvalid if it is not a database, or has none of the known tables.
Result<Imported> ReadGatedDatabase(const std::string& path);

}  // namespace forge
