#include "store/open.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "os/files/files.h"
#include "store/testing/fault_vfs.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

// What a next Forge might bring.
constexpr std::string_view kNextVersion =
    "ALTER TABLE run ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'; CREATE TABLE shelf (id INTEGER PRIMARY KEY) "
    "STRICT;";

const std::int64_t kNewestVersion = Migrations().back().to;

std::vector<Migration> NextMigrations(std::string_view sql = kNextVersion) {
  std::vector<Migration> migrations(Migrations().begin(), Migrations().end());
  migrations.push_back({kNewestVersion + 1, sql});
  return migrations;
}

std::string Pragma(Database& database, std::string_view sql) {
  Query query = database.Ask(sql).value();
  EXPECT_TRUE(query.Next().value());
  return query.Text(0);
}

std::string Bytes(const std::string& path) { return ReadFile(path).value_or("(no file)"); }

class OpenTest : public testing::Test {
 protected:
  Error MustFail(const std::string& path, const StoreOptions& options = {}) {
    const auto store = OpenSqliteStore(path, options);
    EXPECT_FALSE(store);
    return store ? Error{} : store.error();
  }
  TempDirectory directory_;
  std::string path_ = directory_ / "store.db";
};

TEST_F(OpenTest, AFreshStoreIsLoggedAheadAndFullySynced) {
  Database database = OpenDatabase(path_, {}).value();
  EXPECT_EQ(Pragma(database, "PRAGMA journal_mode"), "wal");
  EXPECT_EQ(Pragma(database, "PRAGMA synchronous"), "2");
  EXPECT_EQ(Pragma(database, "PRAGMA busy_timeout"), "10000");
  EXPECT_EQ(Pragma(database, "PRAGMA foreign_keys"), "1");
  EXPECT_EQ(Pragma(database, "PRAGMA user_version"), std::to_string(Migrations().back().to));
  EXPECT_EQ(Pragma(database, "PRAGMA application_id"), std::to_string(kApplicationId));
}

TEST_F(OpenTest, MigrationsAreNumberedWithoutGaps) {
  std::int64_t number = 0;
  for (const Migration& migration : Migrations()) EXPECT_EQ(migration.to, ++number);
}

TEST_F(OpenTest, AnOlderStoreIsMigratedAndKeepsItsRuns) {
  const RunId run = MustOpen(path_)->CreateRun(SampleRun()).value();
  const auto next = NextMigrations();
  auto store = MustOpen(path_, {.migrations = next});
  EXPECT_EQ(store->FindRun(run).value()->slug, "mend-the-roof");
  Database database = OpenDatabase(path_, {.migrations = next}).value();
  EXPECT_EQ(Pragma(database, "PRAGMA user_version"), std::to_string(kNewestVersion + 1));
  EXPECT_EQ(Pragma(database, "SELECT colour FROM run"), "blue");
}

TEST_F(OpenTest, ALeaseOfAnOlderForgeHasNoTermAndIsJudgedByTheTermOfItsJudge) {
  const std::array<Migration, 1> first = {Migrations().front()};
  {
    Database old = OpenDatabase(path_, {.migrations = first}).value();
    ASSERT_OK(old.Script(
        "PRAGMA foreign_keys = OFF; INSERT INTO lease (run, pid, pid_start, boot, host, heartbeat) VALUES (1, 7, 8, "
        "'boot', 'host', 100)"));
  }
  auto store = MustOpen(path_);
  ASSERT_OK(store->CreateRun(SampleRun()));
  const auto lease = store->FindLease({1}).value();
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->term_ms, 0);
  EXPECT_EQ(lease->owner, (Owner{7, 8, "boot", "host", ""}));
  EXPECT_FALSE(store->TakeLease({1}, SampleOwner(1), {150}, 50, {}));
  ASSERT_OK(store->TakeLease({1}, SampleOwner(1), {151}, 50, {}));
  EXPECT_EQ(store->FindLease({1}).value()->term_ms, 50);
}

TEST_F(OpenTest, AMigrationThatFailsLeavesTheOlderStoreAsItWas) {
  const RunId run = MustOpen(path_)->CreateRun(SampleRun()).value();
  const auto next = NextMigrations("CREATE TABLE shelf (id INTEGER); INSERT INTO nowhere VALUES (1);");
  EXPECT_NE(MustFail(path_, {.migrations = next}).message.find(fmt::format("version {}", kNewestVersion + 1)),
            std::string::npos);
  auto store = MustOpen(path_);
  EXPECT_TRUE(store->FindRun(run).value());
  Database database = OpenDatabase(path_, {}).value();
  EXPECT_EQ(Pragma(database, "PRAGMA user_version"), std::to_string(kNewestVersion));
  EXPECT_EQ(database.AskInt("SELECT count(*) FROM sqlite_schema WHERE name = 'shelf'").value(), 0);
}

TEST_F(OpenTest, AStoreOfANewerForgeIsRefusedAndUntouched) {
  const auto next = NextMigrations();
  (void)MustOpen(path_, {.migrations = next})->CreateRun(SampleRun());
  const std::string before = Bytes(path_);
  const auto files = ListDirectory(directory_.path()).value();
  const Error error = MustFail(path_);
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.message.find(fmt::format("version {}", kNewestVersion + 1)), std::string::npos) << error.message;
  EXPECT_FALSE(error.hint.empty());
  EXPECT_EQ(Bytes(path_), before);
  EXPECT_EQ(ListDirectory(directory_.path()).value(), files) << "no log, no index beside it";
}

TEST_F(OpenTest, AStoreWhoseNewerVersionIsOnlyInItsLogIsUntouchedToo) {
  const auto next = NextMigrations();
  {
    (void)OpenDatabase(path_, {}).value();  // the older version in the file
    Database crashed = OpenDatabase(path_, {.migrations = next}).value();
    crashed.CheckpointOnClose(false);
  }
  const std::string file = Bytes(path_);
  const std::string log = Bytes(path_ + "-wal");
  ASSERT_GT(log.size(), 100U);
  EXPECT_EQ(MustFail(path_).code, Code::kInvalid);
  EXPECT_EQ(Bytes(path_), file);
  EXPECT_EQ(Bytes(path_ + "-wal"), log);
  EXPECT_TRUE(MustOpen(path_, {.migrations = next}));
}

TEST_F(OpenTest, TheDatabaseOfAnotherProgramIsRefusedAndUntouched) {
  for (const char* sql : {"CREATE TABLE cake (id INTEGER)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"}) {
    ASSERT_OK(RemoveFile(path_));
    {
      Database database = Database::Open(path_, {}).value();
      ASSERT_OK(database.Script(sql));
    }
    const std::string before = Bytes(path_);
    EXPECT_EQ(MustFail(path_).code, Code::kInvalid) << sql;
    EXPECT_EQ(Bytes(path_), before) << sql;
  }
}

TEST_F(OpenTest, WhatIsNoDatabaseIsRefusedWithAHint) {
  for (const std::string& bytes : {std::string("hello"), std::string(5000, 'x'), std::string(200, '\0'),
                                   std::string("SQLite format 3\0", 16) + std::string(4080, '\x7f')}) {
    WriteBytes(path_, bytes);
    const Error error = MustFail(path_);
    EXPECT_NE(error.message.find(path_), std::string::npos) << error.message;
    EXPECT_TRUE(error.code == Code::kCorrupt || error.code == Code::kInvalid) << Describe(error);
    EXPECT_EQ(Bytes(path_), bytes);
  }
  WriteBytes(path_, "hello");
  EXPECT_EQ(MustFail(path_).code, Code::kCorrupt);
  EXPECT_NE(MustFail(path_).hint.find("forge doctor"), std::string::npos);
}

TEST_F(OpenTest, ADirectoryThatIsNotThereIsAClearError) {
  const Error error = MustFail(directory_ / "nowhere/store.db");
  EXPECT_EQ(error.code, Code::kIo);
  EXPECT_NE(error.message.find("nowhere/store.db"), std::string::npos);
  EXPECT_FALSE(error.hint.empty());
  EXPECT_EQ(MustFail(directory_.path()).code, Code::kIo);
  EXPECT_EQ(MustFail("").code, Code::kInvalid);
}

TEST_F(OpenTest, AReadOnlyFileIsAClearError) {
  (void)MustOpen(path_);
  FaultVfs vfs;
  vfs.set_read_only(true);
  const Error error = MustFail(path_, {.database = {.vfs = vfs.name()}});
  EXPECT_EQ(error.code, Code::kIo);
  EXPECT_NE(error.message.find("read-only"), std::string::npos) << error.message;
}

TEST_F(OpenTest, AFullDiskIsAClearErrorAndAfterwardsAllIsWell) {
  FaultVfs vfs;
  vfs.FailAt(8, SQLITE_FULL, FaultVfs::Then::kStaysBroken);
  const Error error = MustFail(path_, {.database = {.vfs = vfs.name()}});
  EXPECT_EQ(error.code, Code::kExhausted);
  EXPECT_NE(error.message.find("space"), std::string::npos) << error.message;
  EXPECT_TRUE(MustOpen(path_));
}

TEST_F(OpenTest, ALockThatIsNeverReleasedIsNamed) {
  (void)MustOpen(path_);
  Database database = OpenDatabase(path_, {}).value();
  auto store = MustOpen(path_, {.database = {.busy_timeout_ms = 1}});
  const Transaction transaction = Transaction::Begin(database).value();
  const auto made = store->CreateRun(SampleRun());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::kUnavailable);
  EXPECT_NE(made.error().message.find("locked"), std::string::npos) << made.error().message;
}

TEST_F(OpenTest, BeingToldBusyAtAnyPointOfOpeningIsNoFailure) {
  for (std::int64_t n = 1;; ++n) {
    TempDirectory directory;
    FaultVfs vfs;
    vfs.FailAt(n, SQLITE_BUSY, FaultVfs::Then::kRecovers);
    EXPECT_TRUE(MustOpen(directory / "store.db", {.database = {.vfs = vfs.name()}})) << "operation " << n;
    if (vfs.tripped()) continue;
    EXPECT_GT(n, 10);
    break;
  }
}

// Uses everything a store has, to see it fail in order or work; crashes and hangs are what this looks for.
void UseAll(Store& store) {
  const auto runs = store.ListRuns();
  for (const RunId run : {RunId{1}, RunId{2}}) {
    (void)store.FindRun(run);
    (void)store.ListSteps(run);
    (void)store.ListUnits(run);
    (void)store.ListBlockers(run);
    (void)store.ReadJournal(run, {});
    (void)store.Poll(run);
    (void)store.FindLease(run);
  }
  (void)store.ListQuestions(std::nullopt, false);
  (void)store.Record(SampleBatch({1}, store.LastSeq({1}).value_or(0), 2));
  (void)store.CreateRun(SampleRun());
  (void)store.Examine(false);
  (void)store.Examine(true);
}

class DamagedTest : public OpenTest {
 protected:
  DamagedTest() {
    auto store = MustOpen(path_);
    for (int i = 0; i < 3; ++i) {
      const RunId run = store->CreateRun(SampleRun()).value();
      (void)store->Record(SampleBatch(run, store->LastSeq(run).value(), 20));
    }
    store.reset();
    whole_ = Bytes(path_);
  }

  void UseDamaged(const std::string& bytes) {
    ASSERT_OK(RemoveFile(path_ + "-wal"));
    ASSERT_OK(RemoveFile(path_ + "-shm"));
    WriteBytes(path_, bytes);
    // Damage need not be asked for durability: without real syncs this is a hundred times quicker.
    FaultVfs vfs;
    const auto store = OpenSqliteStore(path_, {.database = {.vfs = vfs.name()}});
    if (store) {
      UseAll(**store);
    } else {
      EXPECT_FALSE(store.error().message.empty());
      EXPECT_NE(store.error().code, Code::kInternal) << Describe(store.error());
    }
  }

  std::string whole_;
};

TEST_F(DamagedTest, AFileCutShortAnywhereNeverCrashesUs) {
  for (std::size_t size = 0; size < whole_.size(); size += size < 600 ? 7 : 997) UseDamaged(whole_.substr(0, size));
}

TEST_F(DamagedTest, AFileWithWrongBytesAnywhereNeverCrashesUs) {
  for (std::size_t place = 0; place < whole_.size(); place += place < 100 ? 3 : 401) {
    std::string bytes = whole_;
    for (std::size_t i = place; i < std::min(place + 5, bytes.size()); ++i) bytes[i] = static_cast<char>(~bytes[i]);
    UseDamaged(bytes);
  }
}

TEST_F(OpenTest, ALogCutShortAnywhereHoldsWholeBatchesOnly) {
  RunId run;
  std::int64_t first = 0;
  {
    Database database = OpenDatabase(path_, {}).value();
    database.CheckpointOnClose(false);
    auto store = MustOpen(path_);
    run = store->CreateRun(SampleRun()).value();
    first = store->LastSeq(run).value();
    for (int i = 0; i < 4; ++i) ASSERT_OK(store->Record(SampleBatch(run, store->LastSeq(run).value(), 3)));
    // Closes before the other, which then leaves the log where it is: a crash.
    store.reset();
  }
  const std::string file = Bytes(path_);
  const std::string log = Bytes(path_ + "-wal");
  ASSERT_GT(log.size(), 10000U);
  std::set<std::int64_t> seen;
  for (std::size_t cut = 0; cut < log.size() + 509; cut += 509) {
    const std::size_t size = std::min(cut, log.size());
    ASSERT_OK(RemoveFile(path_ + "-shm"));
    WriteBytes(path_, file);
    WriteBytes(path_ + "-wal", log.substr(0, size));
    FaultVfs vfs;
    auto store = MustOpen(path_, {.database = {.vfs = vfs.name()}});
    ASSERT_TRUE(store);
    const auto row = store->FindRun(run).value();
    if (!row) continue;
    const std::int64_t last = store->LastSeq(run).value();
    EXPECT_EQ((last - first) % 3, 0) << "cut at " << size;
    EXPECT_EQ(static_cast<std::int64_t>(store->ListUnits(run).value().size()), last - first + 1) << "cut at " << size;
    seen.insert(last);
    EXPECT_TRUE(size < log.size() || last == first + 12);
  }
  EXPECT_GE(seen.size(), 4U) << "the cuts fell between batches, too";
}

}  // namespace
}  // namespace forge
