// Counts what a process costs the machine: the programs it started and its syncs to disk. `FORGE_TRACE=1` shows the
// counts on standard error when a command ends.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// From any thread.
void CountStart(std::string_view program);
void CountSync();

// "trace: 3 processes started (git 2, make 1), 7 syncs"
std::string TraceText();

}  // namespace forge
