// Fails every I/O operation of a small story in turn. After reopening, each batch is there wholly or not at all, and
// what was acknowledged is there.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "store/testing/fault_vfs.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

constexpr int kBatches = 4;
constexpr int kRows = 3;

struct Story {
  int runs_made = 0;         // acknowledged
  int batches_recorded = 0;  // of run 1, acknowledged
  bool posted = false;
  bool record_failed = false;
  bool refused_afterwards = false;
  int recorded_again = 0;  // batches that found no room at first
};

// Goes on as far as the file system lets it.
Story Tell(const std::string& path, const FaultVfs& vfs) {
  Story story;
  auto store = OpenSqliteStore(path, {.database = {.vfs = vfs.name(), .busy_timeout_ms = 0}});
  if (!store) return story;
  for (int i = 0; i < 2; ++i) {
    if (!(*store)->CreateRun(SampleRun())) return story;
    ++story.runs_made;
  }
  std::int64_t last = (*store)->LastSeq({1}).value_or(-1);
  if (last < 0) return story;
  for (int i = 0; i < kBatches; ++i) {
    const Status recorded = (*store)->Record(SampleBatch({1}, last, kRows));
    // A shortage leaves nothing behind: the same batch is recorded once the machine has room.
    if (!recorded && recorded.error().code == Code::kExhausted && (*store)->Record(SampleBatch({1}, last, kRows))) {
      ++story.recorded_again;
    } else if (!recorded) {
      story.record_failed = true;
      story.refused_afterwards = !(*store)->Record(SampleBatch({1}, last, kRows)).has_value() &&
                                 !(*store)->Record(SampleBatch({2}, last, kRows)).has_value();
      return story;
    }
    ++story.batches_recorded;
    last += kRows;
  }
  story.posted = (*store)->Post({1}, TimerFired{1}, {1}).has_value();
  return story;
}

void ExpectWhole(const std::string& path, const Story& story) {
  const FaultVfs healthy;  // and without real syncs
  auto store = MustOpen(path, {.database = {.vfs = healthy.name()}});
  ASSERT_TRUE(store);
  const auto runs = store->ListRuns().value();
  EXPECT_GE(static_cast<int>(runs.size()), story.runs_made);
  EXPECT_LE(static_cast<int>(runs.size()), story.runs_made + 1);
  if (runs.empty()) return;
  const auto rows = store->ReadJournal({1}, {}).value();
  const std::int64_t last = store->LastSeq({1}).value();
  ASSERT_EQ(static_cast<std::int64_t>(rows.size()), last);
  ASSERT_GE(last, 1);
  std::int64_t notes = 0;
  for (const JournalRow& row : rows) notes += row.kind == "note" && row.step == StepId{"s1"} ? 1 : 0;
  EXPECT_EQ(notes % kRows, 0) << "half a batch";
  EXPECT_GE(notes / kRows, story.batches_recorded) << "an acknowledged batch is lost";
  EXPECT_LE(notes / kRows, story.batches_recorded + 1);
  EXPECT_EQ(static_cast<std::int64_t>(store->ListUnits({1}).value().size()), notes + 1);
  EXPECT_TRUE(notes == 0 || runs[0].units == last);
  EXPECT_TRUE(!story.posted || store->Poll({1}).value().size() == 1);
  const auto findings = store->Examine(false).value();
  for (const Store::Finding& finding : findings) {
    EXPECT_EQ(finding.what.find("file is damaged"), std::string::npos) << finding.what;
  }
  ASSERT_OK(store->Record(SampleBatch({1}, last, 1)));
}

struct Fault {
  const char* name;
  int code;
  FaultVfs::Then then;
  bool power_cut;
};

class FaultTest : public testing::TestWithParam<Fault> {};

TEST_P(FaultTest, EachBatchIsThereWhollyOrNotAtAll) {
  int failed_records = 0;
  int recorded_again = 0;
  for (std::int64_t n = 1;; ++n) {
    SCOPED_TRACE("operation " + std::to_string(n));
    TempDirectory directory;
    FaultVfs vfs;
    vfs.FailAt(n, GetParam().code, GetParam().then);
    const Story story = Tell(directory / "store.db", vfs);
    if (story.record_failed) {
      ++failed_records;
      EXPECT_TRUE(story.refused_afterwards) << "after a failed write nothing more may be recorded";
    }
    recorded_again += story.recorded_again;
    if (GetParam().power_cut) vfs.LoseUnsynced();
    const bool over = !vfs.tripped();
    vfs.FailAt(0, 0, FaultVfs::Then::kRecovers);
    ExpectWhole(directory / "store.db", story);
    if (HasFatalFailure()) return;
    if (!over) continue;
    EXPECT_EQ(story.batches_recorded, kBatches) << "without a fault the story is told to its end";
    EXPECT_GT(n, 50);
    break;
  }
  const bool waits = GetParam().code == SQLITE_FULL && GetParam().then == FaultVfs::Then::kRecovers;
  EXPECT_GE(waits ? recorded_again : failed_records, kBatches) << "every batch had its turn to fail";
  EXPECT_EQ(waits ? failed_records : recorded_again, 0);
}

INSTANTIATE_TEST_SUITE_P(Every, FaultTest,
                         testing::Values(Fault{"DiskFull", SQLITE_FULL, FaultVfs::Then::kRecovers, false},
                                         Fault{"DiskStaysFull", SQLITE_FULL, FaultVfs::Then::kStaysBroken, false},
                                         Fault{"IoError", SQLITE_IOERR, FaultVfs::Then::kRecovers, false},
                                         Fault{"DiskDies", SQLITE_IOERR, FaultVfs::Then::kStaysBroken, false},
                                         Fault{"PowerCut", SQLITE_IOERR, FaultVfs::Then::kStaysBroken, true}),
                         [](const auto& fault) { return fault.param.name; });

}  // namespace
}  // namespace forge
