#include "store/lease_table.h"

#include <fmt/core.h>

#include <algorithm>

namespace forge {
namespace {

bool MayTake(const Lease& held, const Lease& wanted, const std::vector<Owner>& dead) {
  return held.owner == wanted.owner || IsSilent(held, wanted.heartbeat, wanted.term_ms) ||
         std::ranges::find(dead, held.owner) != dead.end();
}

std::unexpected<Error> TakenOver(RunId run, const std::optional<Lease>& held) {
  return Fail(
      Code::kConflict,
      held ? fmt::format("run {} was taken over by process {} on {}; this engine has stopped its work", run.value,
                         held->owner.pid, held->owner.host)
           : fmt::format("run {} was taken over by another process; this engine has stopped its work", run.value),
      fmt::format("forge status {}", run.value));
}

}  // namespace

Result<std::optional<Lease>> ReadLease(Database& database, RunId run) {
  Query query = TRY(database.Ask(
      "SELECT pid, pid_start, boot, host, pid_namespace, heartbeat, term FROM lease WHERE run = ?", {run}));
  if (!TRY(query.Next())) return std::optional<Lease>{};
  return Lease{.run = run,
               .owner = {.pid = query.Int(0),
                         .pid_start = query.Int(1),
                         .boot = query.Text(2),
                         .host = query.Text(3),
                         .pid_namespace = query.Text(4)},
               .heartbeat = query.Time(5),
               .term_ms = query.Int(6)};
}

Status ClaimLease(Database& database, const Lease& wanted, const std::vector<Owner>& dead) {
  const std::optional<Lease> held = TRY(ReadLease(database, wanted.run));
  if (held && !MayTake(*held, wanted, dead)) {
    return Fail(Code::kConflict,
                fmt::format("run {} is already running in process {} on {}", wanted.run.value, held->owner.pid,
                            held->owner.host),
                fmt::format("wait for it, ask it to pause, or take the run at once: forge resume {} --take-over",
                            wanted.run.value));
  }
  return database.Run(
      "INSERT OR REPLACE INTO lease (run, pid, pid_start, boot, host, pid_namespace, heartbeat, term)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      {wanted.run, wanted.owner.pid, wanted.owner.pid_start, wanted.owner.boot, wanted.owner.host,
       wanted.owner.pid_namespace, wanted.heartbeat, wanted.term_ms});
}

Status RefreshLease(Database& database, const Lease& mine) {
  TRY(
      database.Run("UPDATE lease SET heartbeat = ?"
                   " WHERE run = ? AND pid = ? AND pid_start = ? AND boot = ? AND host = ? AND pid_namespace = ?",
                   {mine.heartbeat, mine.run, mine.owner.pid, mine.owner.pid_start, mine.owner.boot, mine.owner.host,
                    mine.owner.pid_namespace}));
  if (database.changes() == 1) return {};
  return TakenOver(mine.run, TRY(ReadLease(database, mine.run)));
}

Status RequireLease(Database& database, RunId run, const Owner& me) {
  const std::optional<Lease> held = TRY(ReadLease(database, run));
  if (held && held->owner == me) return {};
  return TakenOver(run, held);
}

Status DropLease(Database& database, RunId run, const Owner& me) {
  return database.Run(
      "DELETE FROM lease WHERE run = ? AND pid = ? AND pid_start = ? AND boot = ? AND host = ? AND pid_namespace = ?",
      {run, me.pid, me.pid_start, me.boot, me.host, me.pid_namespace});
}

}  // namespace forge
