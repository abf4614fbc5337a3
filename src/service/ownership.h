// This engine's identity, and whether other engines are alive: the process side of leases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/state.h"
#include "service/settings.h"
#include "service/unit/unit_temp.h"
#include "store/store.h"

namespace forge {

class Forge;

Owner ThisOwner();
bool OwnerAlive(
    const Owner& owner);  // on another host or in another container it counts as alive; its heartbeat decides
// A person or a debugger has stopped its process, on this machine.
bool IsStopped(const Owner& owner);

// The setting `lease`, in milliseconds.
std::int64_t LeaseMs(const Settings& settings);
// Its engine lives, and has shown that within its own term: one that is stopped, hangs, or died on another host has
// not. `fallback_ms` is for the lease of an older Forge, which has no term.
bool IsHeld(const Lease& lease, std::int64_t fallback_ms);

// Takes the run's lease: at once when it is free or its engine is dead, else when the lease has run out. An engine on
// this machine that loses its run is killed; one elsewhere can write nothing more. kConflict when the engine that would
// have to be killed is a server, or drives other runs as well.
Status TakeRun(Forge& forge, RunId run);
// Takes it from any engine and gives it back: the next engine finds it free, the old one can write no more.
Status DriveOut(Forge& forge, RunId run);
// kConflict when this engine has lost the run.
Status StillOurs(Store& store, RunId run);

// The marker every process of a run carries in its environment (FORGE_RUN_KEY).
std::string ProcessMarker(const std::string& store_path, RunId run);

// For RemoveDeadUnitTemps: the runs of this store, and the engines that hold them.
Result<std::vector<RunTemps>> FindTempHolders(Store& store, const std::string& store_path, std::int64_t lease_ms);

// Ends the processes that a dead engine left running for this run: by the pids in its journal and in its notes
// (process_notes.h), and by the marker, which also finds what these have started.
void EndLeftovers(const State& state, const std::string& marker, const std::string& run_directory);

// The same for all open runs whose engine was killed on this machine, before any of them is taken up again: so that the
// first command after the kill ends what it left, whatever command that is. Once for each engine.
void EndAbandoned(Forge& forge);

}  // namespace forge
