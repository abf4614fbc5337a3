// Leads SQLite's own system calls through os/fault.h where a test asked for faults. Knows no store.
#pragma once

namespace forge {

// Before the first database is opened. Without faults: nothing happens, and SQLite calls the system directly.
void TakeFaults();

}  // namespace forge
