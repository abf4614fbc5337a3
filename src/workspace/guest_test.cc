#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "os/files/files.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Guests : public UserRepository {
 protected:
  std::string Lent(const std::string& guest) { return Open(0)->Lend(guest).value(); }
};

TEST_F(Guests, AWorktreeIsLentAtTheUsersHead) {
  const std::string directory = Lent("session one/../x");
  EXPECT_TRUE(directory.starts_with(RealPath(trees()).value())) << directory;
  EXPECT_EQ(Sh(directory, "git rev-parse HEAD"), Sh(repo(), "git rev-parse HEAD"));
  EXPECT_EQ(Sh(directory, "git status --porcelain"), "");
  EXPECT_EQ(Lent("session one/../x"), directory);
  EXPECT_NE(Lent("another"), directory);
  EXPECT_EQ(Workspaces::HighestRun(repo()).value(), 0);
  EXPECT_TRUE(Open(0)->TakeBack(directory));
}

TEST_F(Guests, WhatWasDoneThereIsKeptAndTheWorktreeServesAgain) {
  const std::string directory = Lent("one");
  Sh(directory, "echo new > new.txt; echo changed > a.txt");
  const std::string kept = Open(0)->TakeBack(directory).value();
  EXPECT_EQ(Show(kept, "new.txt"), "new");
  EXPECT_EQ(Show(kept, "a.txt"), "changed");
  const std::string again = Lent("two");
  EXPECT_EQ(again, directory);
  EXPECT_FALSE(Exists(again + "/new.txt"));
  EXPECT_EQ(Open(0)->TakeBack(again).value(), "");
}

TEST_F(Guests, WorkOnABranchOfTheirsNeedsNoKeeping) {
  const std::string directory = Lent("one");
  Sh(directory,
     "git switch -q -c mine && echo x > x.txt && git add x.txt && git -c core.hooksPath=/dev/null commit -q -m x");
  Remember();
  EXPECT_EQ(Open(0)->TakeBack(directory).value(), "");
  EXPECT_EQ(Show("mine", "x.txt"), "x");
  const std::string detached = Lent("two");
  Sh(detached, "echo y > y.txt && git add y.txt && git -c core.hooksPath=/dev/null commit -q -m y");
  EXPECT_EQ(Show(Open(0)->TakeBack(detached).value(), "y.txt"), "y");
}

TEST_F(Guests, NothingElseIsTakenBack) {
  const std::string lane = Open()->Prepare("s1", "").value();
  EXPECT_EQ(Open(0)->TakeBack(lane).error().code, Code::kNotFound);
  EXPECT_EQ(Open(0)->TakeBack(repo()).error().code, Code::kNotFound);
  EXPECT_TRUE(Exists(lane));
}

TEST_F(Guests, RemovingIdleOnesLeavesTheLentOne) {
  const std::string directory = Lent("one");
  (void)Open(0)->RemoveIdle();
  EXPECT_TRUE(Exists(directory + "/a.txt"));
  EXPECT_TRUE(Open(0)->TakeBack(directory));
}

}  // namespace
}  // namespace forge
