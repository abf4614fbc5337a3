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
