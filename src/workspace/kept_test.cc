// What is kept is found, shown and given back.
#include "workspace/kept.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Kept : public UserRepository {
 protected:
  std::vector<std::string> Lost(std::optional<RunId> run = std::nullopt) {
    std::vector<std::string> names;
    auto kept = ListKept(repo(), run);
    if (!kept) ADD_FAILURE() << Describe(kept.error());
    for (const KeptWork& work : kept.value()) {
      if (!work.on_branch) names.push_back(work.name);
    }
    return names;
  }
};

TEST_F(Kept, WhatIsOnNoBranchIsListed) {
  auto workspaces = Open();
  const std::string first = Work(*workspaces, "s1", UnitId{9}, "echo first > f.txt");
  const std::string second = Work(*workspaces, "s1", UnitId{10}, "echo second > f.txt", first);
  Work(*workspaces, "a b", UnitId{11}, "echo odd > odd.txt");
  ASSERT_TRUE(workspaces->Integrate("s1", second, UnitId{12}, "s1"));
  Work(*Open(18), "s1", UnitId{1}, "echo other > other.txt");
  EXPECT_EQ(Lost(RunId{17}).size(), 2u) << "the attempt that was replaced, and the one that was not integrated";
  EXPECT_EQ(Lost(RunId{17})[1], "17/s1/9");
  EXPECT_EQ(Lost().size(), 3u);
  Sh(repo(), "git branch saved refs/forge/17/s1/9");
  EXPECT_EQ(Lost(RunId{17}).size(), 1u);
  // A deleted branch takes its work along; our ref still has it.
  Sh(repo(), "git branch -q -D saved forge/run-017");
  EXPECT_EQ(Lost(RunId{17}).front(), "17/tip");
}

TEST_F(Kept, AttemptsAreCountedInTheOrderOfUnits) {
  auto workspaces = Open();
  for (int unit : {9, 10, 100}) Work(*workspaces, "s1", UnitId{unit}, fmt::format("echo {} > f.txt", unit));
  EXPECT_EQ(FindAttempt(repo(), RunId{17}, "s1", 1)->unit, 9);
  EXPECT_EQ(FindAttempt(repo(), RunId{17}, "s1", 2)->unit, 10);
  EXPECT_EQ(FindAttempt(repo(), RunId{17}, "s1", std::nullopt)->unit, 100);
  EXPECT_EQ(FindAttempt(repo(), RunId{17}, "s1", 4).error().hint, "it has attempts 1 to 3");
  EXPECT_EQ(FindAttempt(repo(), RunId{17}, "nobody", 1).error().code, Code::kNotFound);
  auto diff = DiffOf(repo(), FindAttempt(repo(), RunId{17}, "s1", 2).value(), 0);
  ASSERT_TRUE(diff);
  EXPECT_EQ(diff->files, std::vector<std::string>{"f.txt"});
  EXPECT_NE(diff->text.find("+10"), std::string::npos) << diff->text;
}

TEST_F(Kept, ItComesBackAsANewBranchOnly) {
  auto workspaces = Open();
  Work(*workspaces, "s1", UnitId{9}, "echo first > f.txt");
  auto work = FindKept(repo(), "17/s1/9");
  ASSERT_TRUE(work);
  ASSERT_TRUE(RestoreAsBranch(repo(), *work, "saved/one"));
  EXPECT_EQ(Show("saved/one", "f.txt"), "first");
  EXPECT_EQ(RestoreAsBranch(repo(), *work, "saved/one").error().code, Code::kConflict);
  EXPECT_EQ(RestoreAsBranch(repo(), *work, "main").error().code, Code::kConflict);
  EXPECT_EQ(RestoreAsBranch(repo(), *work, "-x").error().code, Code::kInvalid);
  EXPECT_EQ(FindKept(repo(), "17/s1/10").error().code, Code::kNotFound);
  EXPECT_EQ(FindKept(repo(), "refs/forge/17/s1/9")->commit, work->commit);
  Sh(repo(), "git branch -q -D saved/one");
}

TEST_F(Kept, OrAsANewDirectory) {
  auto workspaces = Open();
  Work(*workspaces, "s1", UnitId{9}, "echo first > f.txt; mkdir deep; printf x > \"deep/a b\"");
  const KeptWork work = FindKept(repo(), "17/s1/9").value();
  ASSERT_TRUE(RestoreAsDirectory(repo(), work, root() + "/out"));
  EXPECT_EQ(FilesOnDisk(root() + "/out"), Files(work.commit));
  EXPECT_EQ(Sh(root(), "ls -a out | grep -c '^.git$' || true"), "0");
  EXPECT_EQ(RestoreAsDirectory(repo(), work, root() + "/out").error().code, Code::kConflict);
  EXPECT_EQ(RestoreAsDirectory(repo(), work, repo()).error().code, Code::kConflict);
}

TEST_F(Kept, IdleWorktreesGoAndLeasedOnesStay) {
  auto workspaces = Open();
  for (const char* lane : {"s1", "s2", "s3"}) ASSERT_TRUE(workspaces->Prepare(lane, ""));
  for (const char* lane : {"s1", "s3"}) ASSERT_TRUE(workspaces->Release(lane));
  EXPECT_EQ(workspaces->RemoveIdle(), 2);
  EXPECT_EQ(Sh(trees(), "ls pool; ls -d run-*"), "repo-2\nrun-017");
  EXPECT_EQ(Sh(repo(), "git worktree list | wc -l"), "2");
  EXPECT_EQ(workspaces->RemoveIdle(), 0);
}

}  // namespace
}  // namespace forge
