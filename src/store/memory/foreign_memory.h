// Reads what reference 2 kept in its two databases (a project's, the user's global one): spikes, patterns, learnings,
// drafts, finished work. Only reads, and takes only the tables that are there.
#pragma once

#include <string>

#include "base/result.h"
#include "memory/import.h"

namespace forge {

// kInvalid when it is no database, or none of its tables is one we know.
Result<Imported> ReadGatedDatabase(const std::string& path);

}  // namespace forge
