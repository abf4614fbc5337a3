#include "os/files/unsynced_files.h"

#include <gtest/gtest.h>

#include <limits>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

class UnsyncedFilesTest : public testing::Test {
 protected:
  void TearDown() override { DisarmFaults(); }

  TempDirectory directory_;
  UnsyncedFiles files_{directory_.path(), std::numeric_limits<std::int64_t>::max()};
  std::string path_ = directory_ / "units/1/prompt.md";
};

TEST_F(UnsyncedFilesTest, WritesAndAppendsWithoutASync) {
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  ASSERT_TRUE(files_.Write(1, path_, "first"));
  ASSERT_TRUE(files_.Write(1, path_, "second"));
  EXPECT_EQ(ReadFile(path_), "second");
  ASSERT_TRUE(files_.Append(1, path_, " and third"));
  EXPECT_EQ(ReadFile(path_), "second and third");
}

TEST_F(UnsyncedFilesTest, OnlyAGroupThatWroteIsSyncedAndOnlyOnce) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  EXPECT_TRUE(files_.Sync({2}));
  EXPECT_FALSE(files_.Sync({1, 2}));
  DisarmFaults();
  EXPECT_TRUE(files_.Sync({1, 2}));
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  EXPECT_TRUE(files_.Sync({1, 2})) << "they are durable";
}

TEST_F(UnsyncedFilesTest, WhereAllCannotBeSyncedEachFileIsWithItsDirectories) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  ASSERT_TRUE(files_.Write(2, directory_ / "units/2/prompt.md", "text"));
  // Fails the file system's, and lets pass the file's and those of units/1, units and the top.
  ASSERT_TRUE(ArmFaults("sync:1:EIO,sync:6-:EIO"));
  EXPECT_TRUE(files_.Sync({1}));
  EXPECT_FALSE(files_.Sync({2})) << "it still waits";
}

TEST_F(UnsyncedFilesTest, AFileWhoseSyncFailsIsWrittenOnceMore) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  const auto before = IdentifyFile(path_).value();
  ASSERT_TRUE(ArmFaults("sync:1-2:EIO"));
  EXPECT_TRUE(files_.Sync({1}));
  EXPECT_EQ(ReadFile(path_), "text");
  EXPECT_NE(IdentifyFile(path_).value(), before);
}

// The kernel tells a failed write to a disk once: after that a sync of all of it says nothing.
TEST_F(UnsyncedFilesTest, AfterAFailedSyncOfAllEachFileNeedsItsOwn) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  ASSERT_TRUE(files_.Write(2, directory_ / "units/2/prompt.md", "text"));
  ASSERT_TRUE(ArmFaults("sync:1:EIO"));
  EXPECT_TRUE(files_.Sync({1})) << "by its own sync";
  ASSERT_TRUE(files_.Write(3, directory_ / "units/3/prompt.md", "text"));
  DisarmFaults();
  EXPECT_TRUE(files_.Sync({3})) << "by the sync of all, which says nothing of the second";
  const auto before = IdentifyFile(directory_ / "units/2/prompt.md").value();
  ASSERT_TRUE(ArmFaults("sync:2:EIO"));
  EXPECT_TRUE(files_.Sync({2}));
  EXPECT_NE(IdentifyFile(directory_ / "units/2/prompt.md").value(), before) << "its own failed, so it is written anew";
}

TEST_F(UnsyncedFilesTest, AFileWhoseOwnSyncFailedIsWrittenAnewUntilThatSucceeds) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  const auto before = IdentifyFile(path_).value();
  ASSERT_TRUE(ArmFaults("sync:1-:EIO"));
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(files_.Sync({1}));
  EXPECT_EQ(IdentifyFile(path_).value(), before);
  DisarmFaults();
  EXPECT_TRUE(files_.Sync({1}));
  EXPECT_NE(IdentifyFile(path_).value(), before);
  EXPECT_EQ(ReadFile(path_), "text");
}

TEST_F(UnsyncedFilesTest, AFileWhoseDirectoryCouldNotBeSyncedGetsANewName) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  const auto before = IdentifyFile(path_).value();
  ASSERT_TRUE(ArmFaults("sync:1:EIO,sync:3:EIO"));
  EXPECT_FALSE(files_.Sync({1}));
  DisarmFaults();
  EXPECT_TRUE(files_.Sync({1}));
  EXPECT_NE(IdentifyFile(path_).value(), before);
}

TEST(SyncOfAll, IsTrustedWhereItReportsWhatIsLost) {
  for (const std::int64_t kind : {0xEF53, 0x58465342, 0x01021994})
    EXPECT_TRUE(ReportsWhatIsLost(kind));  // ext4 xfs tmpfs
  for (const std::int64_t kind : {0, 0x6969, 0x794c7630, 0x65735546}) EXPECT_FALSE(ReportsWhatIsLost(kind));  // nfs ..
}

TEST_F(UnsyncedFilesTest, AFailedWriteCanBeRepeated) {
  ASSERT_TRUE(ArmFaults("write:1:ENOSPC"));
  EXPECT_EQ(files_.Write(1, path_, "text").error().code, Code::kExhausted);
  EXPECT_TRUE(files_.Write(1, path_, "text"));
  EXPECT_EQ(ReadFile(path_), "text");
}

TEST_F(UnsyncedFilesTest, WhatWasDeletedSinceNeedsNoSync) {
  ASSERT_TRUE(files_.Write(1, path_, "text"));
  ASSERT_TRUE(RemoveTree(directory_ / "units"));
  ASSERT_TRUE(ArmFaults("sync:1:EIO"));
  EXPECT_TRUE(files_.Sync({1}));
}

TEST(DirtyBytes, AreWhatWaitsAndWhatIsOnItsWay) {
  EXPECT_EQ(ReadDirtyBytes("MemTotal: 8 kB\nDirty:   3 kB\nWriteback:  1 kB\nWritebackTmp: 9 kB\n"), 4096);
  EXPECT_EQ(ReadDirtyBytes("Dirty: 3 kB\n"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ReadDirtyBytes("Dirty: x kB\nWriteback: 1 kB\n"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(ReadDirtyBytes(""), std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace forge
