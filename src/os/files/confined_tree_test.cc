#include "os/files/confined_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "os/files/files.h"

namespace forge {
namespace {

// A workspace with a secret beside it.
class ConfinedTreeTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = MakeTempDirectory("confined").value();
    root_ = base_ + "/ws";
    ASSERT_TRUE(MakeDirectories(root_ + "/src"));
    ASSERT_TRUE(MakeDirectories(base_ + "/out"));
    Put(base_ + "/secret", "secret");
    Put(root_ + "/a.txt", "hello");
    tree_ = std::make_unique<ConfinedTree>(ConfinedTree::Open(root_).value());
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(base_)); }

  static void Put(const std::string& path, const std::string& text) { ASSERT_TRUE(WriteFileAtomic(path, text)); }
  void Link(const std::string& target, const std::string& name) const {
    ASSERT_EQ(::symlink(target.c_str(), (root_ + "/" + name).c_str()), 0);
  }
  bool SecretIsSafe() const { return ReadFile(base_ + "/secret").value() == "secret"; }
  bool NothingOutside() const { return ListDirectory(base_ + "/out").value().empty(); }

  std::string base_, root_;
  std::unique_ptr<ConfinedTree> tree_;
};

TEST_F(ConfinedTreeTest, ReadsByRelativeAndByAbsolutePath) {
  EXPECT_EQ(tree_->ReadWhole("a.txt", 100).value(), "hello");
  EXPECT_EQ(tree_->ReadWhole("./src/../a.txt", 100).value(), "hello");
  EXPECT_EQ(tree_->ReadWhole(root_ + "/a.txt", 100).value(), "hello");
}

TEST_F(ConfinedTreeTest, NoPathWithDotsReadsOutside) {
  for (const char* path : {"../secret", "src/../../secret", "./../secret", "src/../src/../../secret", ".."}) {
    EXPECT_FALSE(tree_->ReadWhole(path, 100)) << path;
    EXPECT_FALSE(tree_->Write(path, "x")) << path;
  }
  EXPECT_TRUE(SecretIsSafe());
}

TEST_F(ConfinedTreeTest, NoAbsolutePathElsewhereIsTaken) {
  for (const std::string& path : {base_ + "/secret", std::string("/etc/passwd"), root_ + "/../secret", root_ + "x/a",
                                  std::string("/proc/self/environ"), std::string("/")}) {
    EXPECT_FALSE(tree_->ReadWhole(path, 100)) << path;
    EXPECT_FALSE(tree_->Write(path, "x")) << path;
  }
  EXPECT_TRUE(SecretIsSafe());
}

TEST_F(ConfinedTreeTest, NoSymlinkLeadsOut) {
  Link("../secret", "up");
  Link(base_ + "/secret", "absolute");
  Link("..", "parent");
  Link("/", "slash");
  Link("/proc/self/root", "magic");
  Link("up", "twice");
  for (const std::string& path : {std::string("up"), std::string("absolute"), std::string("parent/secret"),
                                  "slash" + base_ + "/secret", "magic" + base_ + "/secret", std::string("twice")}) {
    EXPECT_FALSE(tree_->ReadWhole(path, 100)) << path;
    EXPECT_FALSE(tree_->Write(path, "x")) << path;
    EXPECT_FALSE(tree_->List(path)) << path;
  }
  EXPECT_FALSE(tree_->List("parent"));
  EXPECT_TRUE(SecretIsSafe());
}

TEST_F(ConfinedTreeTest, ASymlinkThatStaysInsideIsReadAndNotWrittenThrough) {
  Link("a.txt", "alias");
  Link("src", "code");
  EXPECT_EQ(tree_->ReadWhole("alias", 100).value(), "hello");
  EXPECT_FALSE(tree_->Write("alias", "x"));
  EXPECT_FALSE(tree_->Write("code/new.txt", "x"));
  EXPECT_EQ(ReadFile(root_ + "/a.txt").value(), "hello");
  EXPECT_TRUE(ListDirectory(root_ + "/src").value().empty());
}

TEST_F(ConfinedTreeTest, AHardLinkToAFileOutsideKeepsItsText) {
  ASSERT_EQ(::link((base_ + "/secret").c_str(), (root_ + "/hard").c_str()), 0);
  ASSERT_TRUE(tree_->Write("hard", "changed"));
  EXPECT_EQ(ReadFile(root_ + "/hard").value(), "changed");
  EXPECT_TRUE(SecretIsSafe());
}

TEST_F(ConfinedTreeTest, WhatIsGitsIsNotWritten) {
  for (const char* path :
       {".git", ".git/config", ".git/hooks/pre-commit", "src/.git/config", ".GIT/config", "./src/../.git/hooks/x"}) {
    EXPECT_FALSE(tree_->Write(path, "x")) << path;
  }
  EXPECT_FALSE(Exists(root_ + "/.git"));
  EXPECT_TRUE(tree_->Write(".gitignore", "x"));
}

TEST_F(ConfinedTreeTest, PipesAndDirectoriesAreNeitherReadNorWritten) {
  ASSERT_EQ(::mkfifo((root_ + "/pipe").c_str(), 0600), 0);
  for (const char* path : {"pipe", "src", "", "."}) {
    EXPECT_FALSE(tree_->ReadWhole(path, 100)) << path;
    EXPECT_FALSE(tree_->Write(path, "x")) << path;
  }
  EXPECT_FALSE(tree_->Write("new/", "x"));
}

TEST_F(ConfinedTreeTest, WritingMakesDirectoriesAndKeepsPermissions) {
  ASSERT_TRUE(tree_->Write("x/y/z.sh", "1"));
  ASSERT_EQ(::chmod((root_ + "/x/y/z.sh").c_str(), 0751), 0);
  ASSERT_TRUE(tree_->Write("x/y/z.sh", "2"));
  struct stat info = {};
  ASSERT_EQ(::stat((root_ + "/x/y/z.sh").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0751U);
  EXPECT_EQ(ReadFile(root_ + "/x/y/z.sh").value(), "2");
  EXPECT_EQ(ListDirectory(root_ + "/x/y").value().size(), 1U) << "a temporary file is left";
}

TEST_F(ConfinedTreeTest, AZeroByteInAPathIsRefused) {
  EXPECT_FALSE(tree_->ReadWhole(std::string_view("a.txt\0.png", 10), 100));
  EXPECT_FALSE(tree_->Write(std::string_view("b\0c", 3), "x"));
}

TEST_F(ConfinedTreeTest, ADirectorySwappedForASymlinkMeanwhileLeadsNowhere) {
  ASSERT_TRUE(MakeDirectories(root_ + "/swap"));
  ASSERT_EQ(::symlink((base_ + "/out").c_str(), (root_ + "/other").c_str()), 0);
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done) {
      (void)::renameat2(AT_FDCWD, (root_ + "/swap").c_str(), AT_FDCWD, (root_ + "/other").c_str(), RENAME_EXCHANGE);
    }
  });
  for (int i = 0; i < 2000; ++i) (void)tree_->Write("swap/file", "escaped");
  done = true;
  swapper.join();
  EXPECT_TRUE(NothingOutside());
}

TEST_F(ConfinedTreeTest, AFileSwappedForASymlinkMeanwhileIsReplacedItself) {
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done) {
      (void)::unlink((root_ + "/target").c_str());
      (void)::symlink((base_ + "/secret").c_str(), (root_ + "/target").c_str());
    }
  });
  for (int i = 0; i < 2000; ++i) {
    (void)tree_->Write("target", "escaped");
    if (auto text = tree_->ReadWhole("target", 100)) {
      EXPECT_EQ(*text, "escaped");
    }
  }
  done = true;
  swapper.join();
  EXPECT_TRUE(SecretIsSafe());
}

TEST_F(ConfinedTreeTest, AListSaysWhatIsThereAndFollowsNothing) {
  Link(base_, "out");
  auto entries = tree_->List("").value();
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].name, "a.txt");
  EXPECT_EQ(entries[0].size, 5);
  EXPECT_EQ(entries[1].kind, ConfinedEntry::Kind::kSymlink);
  EXPECT_EQ(entries[2].kind, ConfinedEntry::Kind::kDirectory);
  EXPECT_EQ(tree_->Find("src").value().kind, ConfinedEntry::Kind::kDirectory);
  EXPECT_FALSE(tree_->Find("nothing"));
}

TEST_F(ConfinedTreeTest, WhatIsHiddenIsOutOfReachByEveryName) {
  ASSERT_TRUE(MakeDirectories(root_ + "/.store/deep"));
  Put(root_ + "/.store/deep/db", "rows");
  Put(root_ + "/.storehouse", "open");
  Link(".store/deep", "alias");
  Link(".store/deep/db", "file");
  const ConfinedTree tree = ConfinedTree::Open(root_, {root_ + "/.store/", root_ + "/later", base_, root_}).value();
  for (const char* path : {".store/deep/db", "src/../.store/deep/db", "alias/db", "file", "later/x"}) {
    EXPECT_FALSE(tree.ReadWhole(path, 100)) << path;
    EXPECT_FALSE(tree.Write(path, "x")) << path;
  }
  EXPECT_FALSE(tree.List(".store"));
  EXPECT_FALSE(tree.List("alias"));
  EXPECT_FALSE(tree.Write(".store/new", "x"));
  EXPECT_TRUE(tree.ReadWhole(".storehouse", 100));
  EXPECT_TRUE(tree.ReadWhole("a.txt", 100));
}

}  // namespace
}  // namespace forge
