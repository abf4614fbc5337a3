#include "store/database.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <array>
#include <system_error>
#include <utility>

#include "os/fault.h"
#include "os/files/state_files.h"
#include "os/trace.h"
#include "store/sqlite_faults.h"

namespace forge {
namespace {

constexpr int kHeaderBytes = 100;
constexpr std::string_view kMagic{"SQLite format 3\0", 16};

std::int64_t BigEndian32(const unsigned char* bytes) {
  const std::uint32_t value = (std::uint32_t{bytes[0]} << 24) | (std::uint32_t{bytes[1]} << 16) |
                              (std::uint32_t{bytes[2]} << 8) | std::uint32_t{bytes[3]};
  return static_cast<std::int32_t>(value);
}

// The machine is short of disk space, memory or descriptors, and may have them again. SQLite has its own code for a
// full disk only; of a quota or missing descriptors the errno of its last call tells.
bool IsShort(sqlite3* handle, int extended) {
  switch (extended & 0xff) {
    case SQLITE_FULL:
    case SQLITE_NOMEM: return true;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: return extended == SQLITE_IOERR_NOMEM || IsShortage(sqlite3_system_errno(handle));
    default: return false;
  }
}

Code CodeOf(int extended) {
  if (extended == SQLITE_CONSTRAINT_PRIMARYKEY || extended == SQLITE_CONSTRAINT_UNIQUE) return Code::kConflict;
  switch (extended & 0xff) {
    case SQLITE_ERROR:  // our statements match our schema: if one does not, the file's schema is wrong
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return Code::kCorrupt;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: return Code::kUnavailable;
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_NOLFS: return Code::kIo;
    case SQLITE_TOOBIG: return Code::kInvalid;
    default: return Code::kInternal;
  }
}

std::string_view ReasonOf(int extended) {
  switch (extended & 0xff) {
    case SQLITE_FULL: return "no space left on the disk";
    case SQLITE_NOMEM: return "no memory left";
    case SQLITE_READONLY: return "read-only file or directory";
    case SQLITE_NOTADB: return "the file is not a database";
    case SQLITE_CORRUPT: return "the file is damaged";
    case SQLITE_BUSY: return "another process keeps it locked";
    default: return {};
  }
}

std::string_view HintOf(int extended) {
  switch (extended & 0xff) {
    case SQLITE_FULL: return "free some and try again; everything recorded before is safe";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN: return "check that the directory exists and is writable";
    case SQLITE_ERROR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "copy the file first, then run `forge doctor`";
    case SQLITE_BUSY: return "try again; if it persists, look for a stopped forge process";
    default: return {};
  }
}

// The errno of SQLite's system calls only matters if the machine refused.
std::string SystemReason(sqlite3* handle, int extended) {
  const int number = sqlite3_system_errno(handle);
  const int code = extended & 0xff;
  if (number == 0 || (code != SQLITE_IOERR && code != SQLITE_CANTOPEN)) return {};
  return fmt::format(" ({})", std::generic_category().message(number));
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Database::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Database::~Database() = default;

Result<Database> Database::Open(const std::string& path, const DatabaseOptions& options) {
  TakeFaults();
  sqlite3* handle = nullptr;
  const int access = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  // SQLite makes its log with the permissions that the file has.
  if (!options.read_only && options.vfs.empty()) MakeEmptyPrivateFile(path);
  const int flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, options.vfs.empty() ? nullptr : options.vfs.c_str());
  if (handle == nullptr) return Fail(Code::kExhausted, fmt::format("open {}: out of memory", path));
  Database database(path, handle);
  if (code != SQLITE_OK) return std::unexpected(database.Failure(code, "open"));
  sqlite3_busy_timeout(handle, options.busy_timeout_ms);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

Result<Database::Header> Database::PeekHeader() {
  sqlite3_file* file = nullptr;
  int code = sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file));
  if (code != SQLITE_OK || file == nullptr || file->pMethods == nullptr) return Header{};
  sqlite3_int64 size = 0;
  code = file->pMethods->xFileSize(file, &size);
  if (code != SQLITE_OK) return std::unexpected(Failure(code, "read"));
  if (size == 0) return Header{};
  std::array<unsigned char, kHeaderBytes> bytes{};
  code = file->pMethods->xRead(file, bytes.data(), kHeaderBytes, 0);
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return std::unexpected(Failure(code, "read"));
  const std::string_view magic(reinterpret_cast<const char*>(bytes.data()), kMagic.size());
  return Header{.empty = false,
                .is_sqlite = magic == kMagic,
                .user_version = BigEndian32(&bytes[60]),
                .application_id = BigEndian32(&bytes[68])};
}

bool Database::read_only() const { return sqlite3_db_readonly(handle_.get(), "main") == 1; }

void Database::CheckpointOnClose(bool on) {
  sqlite3_db_config(handle_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on ? 0 : 1, nullptr);
}

Result<sqlite3_stmt*> Database::Prepare(std::string_view sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) {
    CHECK(sqlite3_stmt_busy(found->second.get()) == 0);
    return found->second.get();
  }
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return std::unexpected(Failure(code, "use"));
  statements_.emplace(std::string(sql), statement);
  return statement;
}

Status Database::Bind(sqlite3_stmt* statement, std::initializer_list<SqlValue> values, bool copy) {
  int place = 0;
  int code = SQLITE_OK;
  for (const SqlValue& value : values) {
    ++place;
    switch (value.type()) {
      case SqlValue::Type::kInt: code = sqlite3_bind_int64(statement, place, value.integer()); break;
      case SqlValue::Type::kReal: code = sqlite3_bind_double(statement, place, value.real()); break;
      case SqlValue::Type::kText: {
        // A null pointer would bind NULL, and an empty string_view may have a null pointer.
        const char* text = value.text().data() == nullptr ? "" : value.text().data();
        code = sqlite3_bind_text64(statement, place, text, value.text().size(), copy ? SQLITE_TRANSIENT : SQLITE_STATIC,
                                   SQLITE_UTF8);
        break;
      }
    }
    if (code != SQLITE_OK) return std::unexpected(Failure(code, "use"));
  }
  CHECK(place == sqlite3_bind_parameter_count(statement));
  return {};
}

Status Database::Run(std::string_view sql, std::initializer_list<SqlValue> values) {
  Query query(*this, TRY(Prepare(sql)));
  TRY(Bind(query.statement_, values, false));
  while (TRY(query.Next())) {
  }
  return {};
}

Result<Query> Database::Ask(std::string_view sql, std::initializer_list<SqlValue> values) {
  Query query(*this, TRY(Prepare(sql)));
  TRY(Bind(query.statement_, values, true));
  return query;
}

Result<std::int64_t> Database::AskInt(std::string_view sql, std::initializer_list<SqlValue> values,
                                      std::int64_t fallback) {
  Query query = TRY(Ask(sql, values));
  return TRY(query.Next()) ? query.Int(0) : fallback;
}

Status Database::Script(const std::string& sql) {
  const int code = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return std::unexpected(Failure(code, "write to"));
  return {};
}

void Database::CountSteps(int steps) {
  steps_ += steps;
  CountQuerySteps(steps);
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
std::int64_t Database::changes() const { return sqlite3_changes64(handle_.get()); }
std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_.get()); }

Error Database::Failure(int code, std::string_view doing) const {
  const std::string_view reason = ReasonOf(code);
  const std::string_view told = reason.empty() ? std::string_view(sqlite3_errmsg(handle_.get())) : reason;
  const bool is_short = IsShort(handle_.get(), code);
  return Error{is_short ? Code::kExhausted : CodeOf(code),
               fmt::format("{} the store {}: {}{}", doing, path_, told, SystemReason(handle_.get(), code)),
               std::string(is_short ? HintOf(SQLITE_FULL) : HintOf(code))};
}

void Database::Sleep(int ms) { sqlite3_sleep(ms); }

Query::Query(Query&& other) noexcept
    : database_(other.database_), statement_(std::exchange(other.statement_, nullptr)) {}

Query::~Query() {
  if (statement_ == nullptr) return;
  database_->CountSteps(sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_VM_STEP, 1));
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);  // borrowed text must not outlive its owner
}

Result<bool> Query::Next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return std::unexpected(database_->Failure(code, sqlite3_stmt_readonly(statement_) != 0 ? "read" : "write to"));
}

std::int64_t Query::Int(int column) const { return sqlite3_column_int64(statement_, column); }
double Query::Real(int column) const { return sqlite3_column_double(statement_, column); }

std::string Query::Text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (text == nullptr) return {};
  return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

Result<Transaction> Transaction::Begin(Database& database) {
  // A rollback may have failed for lack of memory.
  if (database.in_transaction()) TRY(database.Run("ROLLBACK"));
  TRY(database.Run("BEGIN IMMEDIATE"));
  return Transaction(database);
}

Transaction::~Transaction() {
  // Nothing to do if the rollback fails: SQLite has already rolled back, or the next open will.
  if (database_ != nullptr) (void)database_->Run("ROLLBACK");
}

Status Transaction::Commit() {
  CountSync();
  TRY(database_->Run("COMMIT"));
  database_ = nullptr;
  return {};
}

Result<Snapshot> Snapshot::Begin(Database& database) {
  TRY(database.Run("BEGIN"));
  return Snapshot(database);
}

Snapshot::~Snapshot() {
  if (database_ != nullptr) (void)database_->Run("ROLLBACK");
}

}  // namespace forge
