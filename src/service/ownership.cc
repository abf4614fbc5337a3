#include "service/ownership.h"

#include <fmt/core.h>

#include <chrono>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_table.h"
#include "os/process/process_tree.h"
#include "os/process/strays.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/process_notes.h"
#include "service/serve/server_seat.h"

namespace forge {
namespace {

constexpr std::int64_t kDefaultLeaseSeconds = 30;
constexpr std::chrono::milliseconds kGrace{1000};

// A process id means something in its namespace only. An older Forge stored none.
bool IsInOurNamespace(const Owner& owner) {
  return owner.pid_namespace.empty() || owner.pid_namespace == PidNamespace();
}

// Runs that their engine does not drive for the sake of another one.
Result<bool> DrivesSeveral(Store& store, const Owner& owner) {
  int driven = 0;
  for (const RunRow& row : TRY(store.FindRuns({.which = RunChoice::kOpen}))) {
    const auto lease = row.parent_unit.value == 0 ? TRY(store.FindLease(row.id)) : std::nullopt;
    driven += lease && lease->owner == owner ? 1 : 0;
  }
  return driven > 1;
}

// Killing a process for one run must not end others.
Status RefuseToKillServer(Forge& forge, const Lease& lease) {
  const bool server = IsServer(forge.project(), lease.run, lease.owner);
  if (!server && !TRY(DrivesSeveral(forge.store(), lease.owner))) return {};
  const std::int64_t pid = lease.owner.pid;
  return Fail(Code::kConflict,
              fmt::format("run {} is driven by {}, process {}, which is not killed for one run", lease.run.value,
                          server ? "the server" : "an engine of several runs", pid),
              fmt::format("pause or cancel the run: forge pause {0}, forge cancel {0}; or end that process: kill {1}, "
                          "and kill -KILL {1} if it does not respond",
                          lease.run.value, pid));
}

// What the dead engine of the lease left running. Also processes that have dropped their environment and their parents:
// no process gets rid of its mark, nor, where units have mounts of their own, of that of the unit's temporary
// directory.
void EndProcessesOf(Forge& forge, const Lease& lease) {
  const std::string directory = forge.project().run_directory(lease.run.value);
  if (!NotesAwaitAnEnd(directory)) return;
  const std::string marker = ProcessMarker(forge.project().store_path(), lease.run);
  const std::string mount = UnitTempMark(lease.owner, marker);
  std::vector<ProcessId> left = ReadProcessNotes(directory);
  for (const auto& more : {FindByEnvironment(kRunVariable, marker), FindByMark(marker), FindByMount(mount)}) {
    left.insert(left.end(), more.begin(), more.end());
  }
  // Another engine may have taken the run meanwhile. What was found before this look is not its own.
  const auto now = forge.store().FindLease(lease.run);
  if (!now || !*now || (*now)->owner != lease.owner) return;
  EndTrees(left, kGrace);
  KillStrays(marker, mount);
  if (const Status noted = NoteTheirEnd(directory); !noted) forge.Warn(Describe(noted.error()));
}

// The engine that has lost the run, if it lives on this machine (stopped, or hanging), under whatever name the machine
// had. It goes before its lease is taken: it may hold the store's lock or the pool's, and should it wake up, it would
// go on with the git command that it was about to start, in worktrees that are another engine's by then. The journal
// makes killing it safe.
Status KillEngine(Forge& forge, const Lease& lease) {
  const Owner me = ThisOwner();
  const Owner& owner = lease.owner;
  if (owner == me || me.boot.empty() || owner.boot != me.boot || !IsInOurNamespace(owner)) return {};
  const ProcessId engine{owner.pid, owner.pid_start};
  if (!IsAlive(engine)) return {};
  TRY(RefuseToKillServer(forge, lease));
  KillProcess(engine);
  EndProcessesOf(forge, lease);
  return {};
}

}  // namespace

Owner ThisOwner() {
  const ProcessId me = ThisProcess();
  return Owner{me.pid, me.start, BootId(), HostName(), PidNamespace()};
}

bool OwnerAlive(const Owner& owner) {
  // Without the boot's name (no descriptor is free) nothing is known of it.
  if (owner.host != HostName() || BootId().empty()) return true;
  if (owner.boot != BootId()) return false;
  if (!IsInOurNamespace(owner)) return true;
  return IsAlive(ProcessId{owner.pid, owner.pid_start});
}

bool IsStopped(const Owner& owner) {
  if (owner.boot != BootId() || !IsInOurNamespace(owner)) return false;
  const auto row = ReadProcess(owner.pid);
  return row && row->id == ProcessId{owner.pid, owner.pid_start} && (row->state == 'T' || row->state == 't');
}

std::int64_t LeaseMs(const Settings& settings) {
  return ParseInt(settings.Get("lease")).value_or(kDefaultLeaseSeconds) * 1000;
}

bool IsHeld(const Lease& lease, std::int64_t fallback_ms) {
  // Another thread of this process drives it: after a sleep of the machine its heartbeat only looks old.
  if (lease.owner == ThisOwner()) return true;
  return OwnerAlive(lease.owner) && !IsSilent(lease, WallClock(), fallback_ms);
}

Status TakeRun(Forge& forge, RunId run) {
  Store& store = forge.store();
  const std::int64_t lease_ms = LeaseMs(forge.settings());
  std::vector<Owner> dead;
  const auto lease = TRY(store.FindLease(run));
  if (lease && !IsHeld(*lease, lease_ms)) TRY(KillEngine(forge, *lease));
  if (lease && !OwnerAlive(lease->owner)) dead.push_back(lease->owner);
  return store.TakeLease(run, ThisOwner(), WallClock(), lease_ms, dead);
}

Status DriveOut(Forge& forge, RunId run) {
  Store& store = forge.store();
  const auto lease = TRY(store.FindLease(run));
  if (!lease) return {};
  TRY(KillEngine(forge, *lease));
  TRY(store.TakeLease(run, ThisOwner(), WallClock(), kDefaultLeaseSeconds * 1000, {lease->owner}));
  return store.ReleaseLease(run, ThisOwner());
}

Status StillOurs(Store& store, RunId run) {
  const auto lease = TRY(store.FindLease(run));
  if (lease && lease->owner == ThisOwner()) return {};
  return Fail(Code::kConflict, fmt::format("run {} was taken over by another engine", run.value));
}

std::string ProcessMarker(const std::string& store_path, RunId run) {
  // Two containers can have the same paths and see each other's processes: the file itself tells them apart.
  const FileIdentity file = IdentifyFile(store_path).value_or(std::nullopt).value_or(FileIdentity{});
  const std::string store = fmt::format("{} {} {}", file.device, file.inode, store_path);
  return fmt::format("{}/{}", Sha256(store).substr(0, 16), run.value);
}

Result<std::vector<RunTemps>> FindTempHolders(Store& store, const std::string& store_path, std::int64_t lease_ms) {
  std::vector<RunTemps> runs;
  for (const RunRow& row : TRY(store.ListRuns())) {
    const auto lease = TRY(store.FindLease(row.id));
    const bool held = lease && IsHeld(*lease, lease_ms);
    runs.push_back({ProcessMarker(store_path, row.id), held ? std::optional(lease->owner) : std::nullopt});
  }
  return runs;
}

void EndLeftovers(const State& state, const std::string& marker, const std::string& run_directory) {
  if (state.units.empty()) return;
  std::vector<ProcessId> left = ReadProcessNotes(run_directory);
  for (const auto& [id, unit] : state.units) {
    if (unit.pid != 0) left.push_back({unit.pid, unit.pid_start});
  }
  EndTrees(left, kGrace);
  // What these have left meanwhile.
  EndTrees(FindByEnvironment(kRunVariable, marker), kGrace);
  EndTrees(FindByMark(marker), kGrace);
}

void EndAbandoned(Forge& forge) {
  const auto runs = forge.store().FindRuns({.which = RunChoice::kOpen});
  if (!runs) return;  // the command itself meets that error
  for (const RunRow& row : *runs) {
    const auto lease = forge.store().FindLease(row.id);
    if (!lease || !*lease) continue;
    const Owner& owner = (*lease)->owner;
    const bool here = owner.host == HostName() && owner.boot == BootId() && IsInOurNamespace(owner);
    if (here && !OwnerAlive(owner)) EndProcessesOf(forge, **lease);
  }
}

}  // namespace forge
