// One SQLite connection: cached statements, transactions, and SQLite's failures as Errors. Knows no tables.
// Not safe for use by two threads at once; the store that owns it has the lock.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/ids.h"
#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace forge {

// A value to bind. Text is borrowed: it lives in the caller's expression.
class SqlValue {
 public:
  enum class Type { kInt, kReal, kText };

  SqlValue(std::int64_t value) : type_(Type::kInt), int_(value) {}
  SqlValue(int value) : SqlValue(static_cast<std::int64_t>(value)) {}
  SqlValue(bool value) : SqlValue(static_cast<std::int64_t>(value)) {}
  SqlValue(RunId id) : SqlValue(id.value) {}
  SqlValue(UnitId id) : SqlValue(id.value) {}
  SqlValue(QuestionId id) : SqlValue(id.value) {}
  SqlValue(TimePoint at) : SqlValue(at.ms) {}
  SqlValue(double value) : type_(Type::kReal), real_(value) {}
  SqlValue(std::string_view value) : type_(Type::kText), text_(value) {}
  SqlValue(const std::string& value) : SqlValue(std::string_view(value)) {}
  SqlValue(const char* value) : SqlValue(std::string_view(value)) {}
  SqlValue(const StepId& id) : SqlValue(std::string_view(id.value)) {}

  Type type() const { return type_; }
  std::int64_t integer() const { return int_; }
  double real() const { return real_; }
  std::string_view text() const { return text_; }

 private:
  Type type_;
  std::int64_t int_ = 0;
  double real_ = 0;
  std::string_view text_;
};

class Database;

// One use of a cached statement and its rows. The destructor returns the statement to the cache.
class Query {
 public:
  Query(Query&& other) noexcept;
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Query& operator=(Query&&) = delete;
  ~Query();

  Result<bool> Next();  // false: no more rows

  // Columns of the row that Next() reached, counted from 0.
  std::int64_t Int(int column) const;
  double Real(int column) const;
  std::string Text(int column) const;
  bool Bool(int column) const { return Int(column) != 0; }
  TimePoint Time(int column) const { return {Int(column)}; }

 private:
  friend class Database;
  Query(Database& database, sqlite3_stmt* statement) : database_(&database), statement_(statement) {}
  Database* database_;
  sqlite3_stmt* statement_;
};

struct DatabaseOptions {
  std::string vfs = {};  // empty: the system's
  int busy_timeout_ms = 10'000;
  bool read_only = false;  // for another program's file: never created, never changed
};

class Database {
 public:
  // The first hundred bytes of a database file say which program it belongs to, before anything is locked or repaired.
  struct Header {
    bool empty = true;  // missing or empty
    bool is_sqlite = false;
    std::int64_t user_version = 0;
    std::int64_t application_id = 0;
  };

  // Opens or makes the file and sets the busy timeout. Reads and writes nothing yet.
  static Result<Database> Open(const std::string& path, const DatabaseOptions& options);
  Database(Database&&) noexcept = default;
  Database& operator=(Database&&) noexcept = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  // Reads through SQLite's own file handle: closing a second handle would drop the process's locks.
  Result<Header> PeekHeader();
  bool read_only() const;
  // By default the last connection to close moves the log into the file and deletes it.
  void CheckpointOnClose(bool on);

  Status Run(std::string_view sql, std::initializer_list<SqlValue> values = {});
  Result<Query> Ask(std::string_view sql, std::initializer_list<SqlValue> values = {});
  // One integer of one row; `fallback` if there is no row.
  Result<std::int64_t> AskInt(std::string_view sql, std::initializer_list<SqlValue> values = {},
                              std::int64_t fallback = 0);
  Status Script(const std::string& sql);  // several statements, not cached

  bool in_transaction() const;
  std::int64_t changes() const;  // rows changed by the last Run
  std::int64_t last_id() const;  // row made by the last Run
  // What all queries have cost, in steps of SQLite's machine: some ten for each row that was read.
  std::int64_t steps() const { return steps_; }
  const std::string& path() const { return path_; }

  // SQLite's failure as an Error; `doing` says what was tried. kUnavailable: another process holds a lock, so try
  // again. kExhausted: the machine is short of disk space, memory or descriptors; nothing was written.
  Error Failure(int code, std::string_view doing) const;
  static void Sleep(int ms);

 private:
  friend class Query;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  Database(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}
  Result<sqlite3_stmt*> Prepare(std::string_view sql);
  void CountSteps(int steps);
  Status Bind(sqlite3_stmt* statement, std::initializer_list<SqlValue> values, bool copy);

  std::string path_;
  std::int64_t steps_ = 0;
  std::unique_ptr<sqlite3, Close> handle_;
  // Declared after the handle, so that statements are destroyed first.
  std::unordered_map<std::string, std::unique_ptr<sqlite3_stmt, Finalize>, TextHash, std::equal_to<>> statements_;
};

// BEGIN IMMEDIATE until Commit, else rolled back. It takes the write lock at once, so nothing read inside can be stale.
class Transaction {
 public:
  static Result<Transaction> Begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Status Commit();  // durable when it returns

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

// A consistent view of the store for several reads.
class Snapshot {
 public:
  static Result<Snapshot> Begin(Database& database);
  Snapshot(Snapshot&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  Snapshot& operator=(Snapshot&&) = delete;
  ~Snapshot();

 private:
  explicit Snapshot(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace forge
