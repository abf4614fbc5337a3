// Who we are and whether other owners still live: the process side of leases.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/state.h"
#include "store/store.h"

namespace forge {

Owner ThisOwner();
bool OwnerAlive(const Owner& owner);  // owners on other hosts are taken to be alive: their heartbeat tells

// Takes the run's lease: at once when it is free or its owner is dead, after kLeaseMs of silence otherwise.
Status TakeRun(Store& store, RunId run);

// The marker every process of a run carries in its environment (FORGE_RUN_KEY).
std::string ProcessMarker(const std::string& store_path, RunId run);

// Ends whatever a dead engine left running for this run: by the pids in its journal, and by the marker, which also
// finds what was started after the last record.
void EndLeftovers(const State& state, const std::string& marker);

}  // namespace forge
