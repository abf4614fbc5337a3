// Counts what a process costs the machine: the programs it started, its syncs to disk, and the steps of SQLite's
// machine, which grow with the rows that a query reads. `FORGE_TRACE=1` shows the counts on standard error when a
// command ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace forge {

// From any thread.
void CountStart(std::string_view program);
void CountSync();
void CountQuerySteps(std::int64_t steps);

// "trace: 3 processes started (git 2, make 1), 7 syncs, 420 query steps"
std::string TraceText();

}  // namespace forge
