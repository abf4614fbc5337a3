#include "store/open.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>

#include "os/system.h"

namespace forge {
namespace {

Status RefuseForeign(Database& database, const StoreOptions& options) {
  const Database::Header header = TRY(database.PeekHeader());
  if (!header.is_sqlite) return {};  // empty, or SQLite itself will refuse it, under its locks
  return Admit({header.user_version, header.application_id}, options.migrations, database.path());
}

// In one snapshot: another process may make the tables between two reads.
Result<std::int64_t> LookAtVersion(Database& database, const StoreOptions& options) {
  const Snapshot snapshot = TRY(Snapshot::Begin(database));
  return ReadVersion(database, options.migrations);
}

Status SwitchToWal(Database& database) {
  std::string mode;
  for (const std::string_view sql : {"PRAGMA journal_mode", "PRAGMA journal_mode = WAL"}) {
    Query query = TRY(database.Ask(sql));
    if (TRY(query.Next())) mode = query.Text(0);
    if (mode == "wal") return {};
  }
  return Fail(Code::kIo,
              fmt::format("open the store {}: its file system does not support shared memory", database.path()),
              "keep the store on a local disk");
}

Result<Database> TryOpen(const std::string& path, const StoreOptions& options) {
  Database database = TRY(Database::Open(path, options.database));
  database.CheckpointOnClose(false);  // until we know that the file is ours
  TRY(RefuseForeign(database, options));
  if (database.read_only()) {
    return Fail(Code::kIo, fmt::format("open the store {}: the file is read-only", path),
                "check its owner and permissions");
  }
  const std::int64_t version = TRY(LookAtVersion(database, options));
  TRY(SwitchToWal(database));
  TRY(database.Script("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON"));
  if (version < options.migrations.back().to) TRY(Migrate(database, options.migrations));
  database.CheckpointOnClose(true);
  return database;
}

}  // namespace

Result<Database> OpenDatabase(const std::string& path, const StoreOptions& options) {
  if (path.empty()) return Fail(Code::kInvalid, "open the store: no path");
  // Two processes that switch a new file to WAL could deadlock, so SQLite returns "busy" at once and we start over.
  const std::int64_t deadline = SteadyMs() + options.database.busy_timeout_ms;
  for (;;) {
    Result<Database> database = TryOpen(path, options);
    if (database || database.error().code != Code::kUnavailable || SteadyMs() >= deadline) return database;
    Database::Sleep(5);
  }
}

Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path) { return OpenSqliteStore(path, {}); }

}  // namespace forge
