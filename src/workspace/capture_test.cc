#include "workspace/capture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "os/files/files.h"

namespace forge {
namespace {

namespace fs = std::filesystem;

class Indexes : public testing::Test {
 protected:
  void SetUp() override { root_ = MakeTempDirectory("forge-index-test-").value(); }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }
  std::string root_;
};

// git compares whole seconds: with a younger copy it would overlook a file of the same size that was changed within the
// second of its checkout.
TEST_F(Indexes, ACopyIsAsOldAsTheOriginal) {
  std::string original = root_ + "/index";
  ASSERT_TRUE(WriteFileAtomic(original, "DIRC"));
  fs::last_write_time(original, fs::last_write_time(original) - std::chrono::hours(1));
  TempIndex copy(root_ + "/copy");
  ASSERT_TRUE(copy.CopyFrom(original));
  EXPECT_EQ(fs::last_write_time(copy.path()), fs::last_write_time(original));
  EXPECT_EQ(ReadFile(copy.path()), "DIRC");
  EXPECT_FALSE(copy.CopyFrom(root_ + "/absent"));
}

TEST_F(Indexes, AreRemovedWithTheirLocks) {
  std::string path = root_ + "/forge-index";
  {
    ASSERT_TRUE(WriteFileAtomic(path + ".lock", "of a dead process"));
    TempIndex index(path);
    EXPECT_FALSE(Exists(path + ".lock"));
    ASSERT_TRUE(WriteFileAtomic(path, "x"));
    TempIndex moved = std::move(index);
    EXPECT_TRUE(Exists(path));
  }
  EXPECT_TRUE(ListDirectory(root_)->empty());
}

TEST_F(Indexes, StayWhereTheyAreMovedTo) {
  {
    TempIndex index(root_ + "/forge-index");
    ASSERT_TRUE(WriteFileAtomic(index.path(), "x"));
    ASSERT_TRUE(index.MoveTo(root_ + "/index"));
  }
  EXPECT_EQ(ReadFile(root_ + "/index"), "x");
}

}  // namespace
}  // namespace forge
