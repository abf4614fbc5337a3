#include "os/files/tree_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "os/files/files.h"

namespace forge {
namespace {

class TreeReaderTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = *MakeTempDirectory("tree-reader");
    ASSERT_TRUE(MakeDirectories(JoinPath(root_, "a")));
    ASSERT_TRUE(WriteFileAtomic(JoinPath(root_, "a/b.txt"), "hello"));
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  std::string root_;
};

TEST_F(TreeReaderTest, ReadsWhatIsThereAndNothingElse) {
  TreeReader reader = *TreeReader::Open(root_);
  EXPECT_EQ(reader.Read("a/b.txt", 100), "hello");
  EXPECT_EQ(reader.Read("a/b.txt", 4), std::nullopt);
  EXPECT_EQ(reader.Read("a/c.txt", 100), std::nullopt);
  EXPECT_EQ(reader.Read("a", 100), std::nullopt);
  EXPECT_FALSE(TreeReader::Open(JoinPath(root_, "none")).has_value());
}

TEST_F(TreeReaderTest, AFileLargerThanTheBufferIsReadWhole) {
  const std::string large(1000 * 1000, 'x');
  ASSERT_TRUE(WriteFileAtomic(JoinPath(root_, "large"), large));
  TreeReader reader = *TreeReader::Open(root_);
  EXPECT_TRUE(reader.Read("large", large.size()) == large);
  EXPECT_EQ(reader.Read("large", large.size() - 1), std::nullopt);
  EXPECT_EQ(reader.Read("a/b.txt", 100), "hello");
}

TEST_F(TreeReaderTest, SymlinksAreNotFollowed) {
  ASSERT_EQ(::symlink("b.txt", JoinPath(root_, "a/link").c_str()), 0);
  EXPECT_EQ(TreeReader::Open(root_)->Read("a/link", 100), std::nullopt);
}

}  // namespace
}  // namespace forge
