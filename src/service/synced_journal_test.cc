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
    if (full) return Fail(Code::kExhausted, "no space left on the disk");
    units += batch.units.size();
    for (const AskedRow& row : batch.asked) asked.push_back(row.prompt);
    return {};
  }
  std::size_t units = 0;
  std::vector<std::string> asked;
  bool full = false;
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

// It costs no file, and no sync but the journal's.
TEST_F(SyncedJournalTest, WhatAUnitWithoutFilesWasAskedIsRecordedWithItsEnd) {
  ASSERT_TRUE(ArmFaults("any:1-:EIO"));
  ASSERT_TRUE(files_.KeepAsked({UnitId{1}, "do nothing", "{}"}));
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kRunning)));
  EXPECT_TRUE(inner_.asked.empty());
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.asked, std::vector<std::string>{"do nothing"});
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.asked.size(), 1U) << "once";
  DisarmFaults();
  EXPECT_FALSE(Exists(files_.directory()));
}

TEST_F(SyncedJournalTest, WhatAUnitWasAskedOutlastsAFullDisk) {
  ASSERT_TRUE(files_.KeepAsked({UnitId{1}, "do nothing", "{}"}));
  inner_.full = true;
  EXPECT_FALSE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  inner_.full = false;
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.asked, std::vector<std::string>{"do nothing"});
}

TEST_F(SyncedJournalTest, WhatAUnitWithFilesWasAskedIsAmongThem) {
  for (const int unit : {1, 2}) ASSERT_TRUE(files_.KeepAsked({UnitId{unit}, "say hello", "{}"}));
  ASSERT_TRUE(files_.KeepUnitText(UnitId{1}, "answer.md", "hello"));
  ASSERT_TRUE(files_.AppendUnitText(UnitId{2}, "transcript.jsonl", "{}\n"));
  for (const int unit : {1, 2}) {
    EXPECT_EQ(files_.ReadUnitText(UnitId{unit}, "prompt.md").value(), "say hello");
    EXPECT_EQ(files_.ReadUnitText(UnitId{unit}, "request.json").value(), "{}");
    EXPECT_TRUE(journal_.Record(With(UnitId{unit}, UnitStatus::kDone)));
  }
  EXPECT_TRUE(inner_.asked.empty());
}

// Else the unit's answer would be there, and what it was asked nowhere.
TEST_F(SyncedJournalTest, WhatCouldNotBecomeAFileIsStillRecorded) {
  ASSERT_TRUE(files_.KeepAsked({UnitId{1}, "say hello", "{}"}));
  ASSERT_TRUE(ArmFaults("write:1:ENOSPC"));
  EXPECT_FALSE(files_.AppendUnitText(UnitId{1}, "transcript.jsonl", "{}\n"));
  DisarmFaults();
  EXPECT_TRUE(journal_.Record(With(UnitId{1}, UnitStatus::kDone)));
  EXPECT_EQ(inner_.asked, std::vector<std::string>{"say hello"});
}

}  // namespace
}  // namespace forge
