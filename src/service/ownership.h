// This engine's identity, and whether other engines are alive: the process side of leases.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/state.h"
#include "store/store.h"

namespace forge {

Owner ThisOwner();
bool OwnerAlive(const Owner& owner);  // an engine on another host counts as alive; its heartbeat decides

// Takes the run's lease: at once when it is free or its engine is dead, else after kLeaseMs without a heartbeat.
Status TakeRun(Store& store, RunId run);

// The marker every process of a run carries in its environment (FORGE_RUN_KEY).
std::string ProcessMarker(const std::string& store_path, RunId run);

// Ends the processes that a dead engine left running for this run: by the pids in its journal, and by the marker, which
// also finds processes that were started after the last record.
void EndLeftovers(const State& state, const std::string& marker);

}  // namespace forge
