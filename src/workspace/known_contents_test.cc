// A worktree that still holds what we left there is not captured and restored again. Every change must show all the
// same.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class KnownWorktree : public RunRepository {
 protected:
  // A step's work up to its passed verification.
  void SetUp() override {
    RunRepository::SetUp();
    snapshot_ = Work(*workspaces_, "s1", UnitId{1}, "echo x > x.txt; echo more >> a.txt;" + more_work_);
    tree_ = workspaces_->TreeOf(snapshot_).value();
    path_ = workspaces_->Prepare("s1", snapshot_, true).value();
  }
  bool StillHolds() { return workspaces_->StillHolds(path_, tree_); }
  void EveryKindOfChangeShows();

  std::string more_work_, snapshot_, tree_, path_;
};

// With so many files that tracked ones and others are looked at side by side.
class LargeWorktree : public KnownWorktree {
 protected:
  LargeWorktree() {
    more_work_ = "name=$(printf %0200d 0); mkdir many; cd many; for i in $(seq 4500); do echo $i > $name$i; done";
  }
};

TEST_F(KnownWorktree, StillHoldsItsTreeUntilSomethingChanges) {
  EXPECT_TRUE(StillHolds());
  Sh(path_, "echo o > made.o; mkdir out; echo o > out/x; mkdir -p empty/er");
  EXPECT_TRUE(StillHolds()) << "git does not track these";
  EXPECT_FALSE(workspaces_->StillHolds(path_, workspaces_->TreeOf(workspaces_->Tip().value()).value()));
  EXPECT_FALSE(workspaces_->StillHolds(root(), tree_));
}

void KnownWorktree::EveryKindOfChangeShows() {
  const std::vector<std::string> changes = {
      "echo y > x.txt",                             // of the same size
      "rm dir/c.txt",                               //
      "mv x.txt y.txt",                             //
      "echo n > new.txt",                           //
      "chmod +x b.txt",                             //
      "rm link; ln -s b.txt link",                  //
      "rm b.txt; mkdir b.txt; echo b > b.txt/b",    //
      "mv dir dir2; ln -s dir2 dir",                // the files are the same ones still
      "mkdir nest; git init -q nest/r",             //
      "echo '!*.o' > .gitignore; echo o > made.o",  //
      "git update-index --assume-unchanged a.txt; echo hidden >> a.txt",
      "git update-index --skip-worktree a.txt; echo hidden >> a.txt",
      "git rm -q --cached a.txt; echo a.txt > .git-exclude; git config core.excludesFile .git-exclude"};
  for (const std::string& change : changes) {
    ASSERT_TRUE(workspaces_->Prepare("s1", snapshot_));
    ASSERT_TRUE(StillHolds()) << "before " << change;
    Sh(path_, change);
    EXPECT_FALSE(StillHolds()) << change;
    ASSERT_TRUE(workspaces_->Prepare("s1", snapshot_));
    EXPECT_EQ(FilesOnDisk(path_), Files(snapshot_)) << change;
    Sh(repo(), "git config --unset core.excludesFile || true");
  }
  Remember();
}

TEST_F(KnownWorktree, EveryKindOfChangeShows) { EveryKindOfChangeShows(); }
TEST_F(LargeWorktree, EveryKindOfChangeShows) { EveryKindOfChangeShows(); }

TEST_F(KnownWorktree, AReaderGetsHeadAndIndexOfTheSnapshot) {
  const std::string work = Work(*workspaces_, "s2", UnitId{2},
                                "git switch -q -c agents-own; echo y > y.txt; git add -A; git commit -q -m mine; "
                                "echo z > z.txt; rm b.txt");
  const std::string path = workspaces_->Prepare("s2", work, true).value();
  EXPECT_EQ(FilesOnDisk(path), Files(work));
  EXPECT_EQ(Sh(path, "git rev-parse --abbrev-ref HEAD"), "HEAD");
  EXPECT_EQ(Sh(path, "git rev-parse HEAD"), workspaces_->Tip().value());
  EXPECT_EQ(Sh(path, "git status --porcelain"), "D  b.txt\nA  y.txt\nA  z.txt");
  EXPECT_EQ(Sh(path, "ls -A \"$(git rev-parse --git-dir)\" | grep forge || true"), "");
  Sh(repo(), "git branch -q -D agents-own");
}

// A writer would make it its own work.
TEST_F(KnownWorktree, AWriterDoesNotSeeWhatAPersonChanged) {
  ASSERT_TRUE(StillHolds());
  Sh(path_, "echo by hand > hand.txt; mkdir empty");
  ASSERT_TRUE(workspaces_->Prepare("s1", snapshot_));
  EXPECT_EQ(FilesOnDisk(path_), Files(snapshot_));
  EXPECT_FALSE(Exists(path_ + "/empty"));
  EXPECT_EQ(Show("refs/forge/17/s1/left-1", "hand.txt"), "by hand");
}

TEST_F(KnownWorktree, AReaderDoesNotSeeWhatProcessesLeftSince) {
  ASSERT_TRUE(StillHolds());
  workspaces_->Touch("s1");
  Sh(path_, "echo left > a.txt");
  ASSERT_TRUE(workspaces_->Prepare("s1", snapshot_, true));
  EXPECT_EQ(FilesOnDisk(path_), Files(snapshot_));
}

// A move that failed half way: the index may still be the known one.
TEST_F(KnownWorktree, AHalfRestoredOneIsRestoredForAReaderToo) {
  ASSERT_TRUE(StillHolds());
  Sh(path_, "echo half > a.txt; : > \"$(git rev-parse --git-dir)/forge-restoring\"");
  ASSERT_TRUE(workspaces_->Prepare("s1", snapshot_, true));
  EXPECT_EQ(FilesOnDisk(path_), Files(snapshot_));
}

TEST_F(KnownWorktree, WhatAPersonChangedAfterTheLaneWasDoneIsSaved) {
  ASSERT_TRUE(StillHolds());
  Sh(path_, "echo by hand > hand.txt");
  ASSERT_TRUE(workspaces_->Release("s1"));
  EXPECT_EQ(workspaces_->Prepare("s2", "").value(), path_);
  EXPECT_EQ(FilesOnDisk(path_), Files(workspaces_->Tip().value()));
  EXPECT_EQ(Show("refs/forge/idle/repo-1-1", "hand.txt"), "by hand");
}

TEST_F(KnownWorktree, WhatAPersonCommittedInAnIdleOneIsSaved) {
  ASSERT_TRUE(StillHolds());
  ASSERT_TRUE(workspaces_->Release("s1"));
  Sh(path_, "git commit -q -m mine");
  EXPECT_EQ(workspaces_->Prepare("s2", "").value(), path_);
  EXPECT_EQ(Sh(repo(), "git log -1 --format=%s refs/forge/idle/repo-1-1"), "mine");
}

TEST_F(KnownWorktree, TheNextLaneFindsNothingOfTheOneBefore) {
  for (const char* lane : {"s1", "s2", "s3"}) {
    const std::string path = workspaces_->Prepare(lane, "").value();
    EXPECT_EQ(path, path_);
    EXPECT_EQ(FilesOnDisk(path), Files(workspaces_->Tip().value())) << lane;
    EXPECT_FALSE(Exists(path + "/empty"));
    Sh(path, "echo o > made.o; mkdir -p out empty/er; echo o > out/x; echo w > work.txt; rm b.txt");
    const std::string snapshot = workspaces_->Snapshot(lane, UnitId{7}).value();
    ASSERT_TRUE(workspaces_->Prepare(lane, snapshot, true));
    ASSERT_TRUE(workspaces_->StillHolds(path, workspaces_->TreeOf(snapshot).value()));
    ASSERT_TRUE(workspaces_->Release(lane));
  }
  EXPECT_TRUE(Refs("refs/forge/idle/").empty());
  EXPECT_TRUE(Refs("refs/forge/17/s2/left-1").empty());
}

TEST_F(KnownWorktree, AnotherProcessMayHaveUsedItMeanwhile) {
  ASSERT_TRUE(StillHolds());
  ASSERT_TRUE(workspaces_->Release("s1"));
  auto other = Open(18);
  const std::string work = Work(*other, "s9", UnitId{1}, "echo theirs > theirs.txt");
  EXPECT_EQ(other->PathOf("s9"), path_);
  ASSERT_TRUE(other->Release("s9"));
  EXPECT_EQ(workspaces_->Prepare("s2", "").value(), path_);
  EXPECT_EQ(FilesOnDisk(path_), Files(workspaces_->Tip().value()));
  EXPECT_TRUE(Refs("refs/forge/idle/").empty());
}

TEST_F(UserRepository, AKnownWorktreeIsNotRemovedWithAPersonsWork) {
  Workspaces::Options options;
  options.repository = repo();
  options.worktrees = trees();
  options.run = RunId{17};
  options.idle = 0;
  auto workspaces = Workspaces::Open(options).value();
  const std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > x.txt");
  const std::string path = workspaces->Prepare("s1", snapshot, true).value();
  ASSERT_TRUE(workspaces->StillHolds(path, workspaces->TreeOf(snapshot).value()));
  Sh(path, "echo by hand > hand.txt");
  ASSERT_TRUE(workspaces->Release("s1"));
  EXPECT_FALSE(Exists(path));
  EXPECT_EQ(Show("refs/forge/idle/repo-1-1", "hand.txt"), "by hand");
}

}  // namespace
}  // namespace forge
