// The tables of a memory file (.forge/state/memory.db, or the user's own), and how an older one becomes a newer one.
// Knows no rows. Separate from the runs' journal, so that recalling a fact never waits for a run, nor a run for a fact.
#pragma once

#include <span>

#include "store/store_schema.h"

namespace forge {

std::span<const Migration> MemoryMigrations();

}  // namespace forge
