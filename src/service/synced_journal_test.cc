#include "service/synced_journal.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

class RowCounter : public Journal {
 public:
  Status Record(const Batch& batch) override {
    units += batch.units.size();
    return {};
  }
  std::size_t units = 0;
};

class SyncedJournalTest : public testing::Test {
 protected:
  SyncedJournalTest() : files_(ProjectAt(directory_.path()), RunId{7}, "slug"), journal_(inner_, files_) {
    files_.DeferSyncs();
  }
  void TearDown() override { DisarmFaults(); }

  static Project ProjectAt(const std::string& root) {
    EXPECT_TRUE(MakeDirectories(root + "/.forge/state"));
    Project project;
    project.root = root;
    project.state = root + "/.forge/state";
    return project;
  }
  static Batch With(UnitId unit, UnitStatus status) {
    Batch batch;
    batch.units.emplace_back();
    batch.units.back().id = unit;
    batch.units.back().status = status;
    return batch;
  }

  TempDirectory directory_;
  RunFiles files_;
  RowCounter inner_;
  SyncedJournal journal_;
};

TEST_F(SyncedJournalTest, AnEndIsNotRecordedWhoseTextsAreNotDurable) {
  ASSERT_TRUE(files_.KeepUnitText(UnitId{1}, "answer.md", "text"));
  ASSERT_TRUE(ArmFaults("sync:1-:ENOSPC"));
  const Status full = journal_.Record(With(UnitId{1}, UnitStatus::kDone));
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, Code::kExhausted) << "it is waited for";
  EXPECT_EQ(inner_.units, 0U);
  DisarmFaults();
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  EXPECT_FALSE(journal_.Record(With(UnitId{1}, UnitStatus::kFailed)));
  EXPECT_EQ(inner_.units, 0U);
  DisarmFaults();
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.units, 1U);
}

TEST_F(SyncedJournalTest, AUnitThatGoesOnIsNotWaitedFor) {
  ASSERT_TRUE(files_.KeepUnitText(UnitId{1}, "prompt.md", "text"));
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kRunning)));
  EXPECT_TRUE(journal_.Record(With(UnitId{2}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.units, 2U);
  EXPECT_FALSE(journal_.Record(With(UnitId{1}, UnitStatus::kCancelled)));
}

}  // namespace
}  // namespace forge
