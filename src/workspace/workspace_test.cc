#include "workspace/workspace.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "os/files/files.h"
#include "workspace/landings.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

class Opening : public UserRepository {
 protected:
  Error OpenFails(const std::string& repository) {
    auto opened = Workspaces::Open({repository, trees(), RunId{1}});
    if (opened) {
      ADD_FAILURE() << repository << " was opened";
      return {};
    }
    return opened.error();
  }
};

TEST_F(Opening, WhatIsNoRepositoryIsSaidSo) {
  ASSERT_TRUE(MakeDirectories(root() + "/plain"));
  Error error = OpenFails(root() + "/plain");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.message.find("not in a git repository"), std::string::npos) << error.message;
  EXPECT_FALSE(error.hint.empty());
  EXPECT_EQ(OpenFails(root() + "/absent").code, Code::kNotFound);
}

TEST_F(Opening, ABareRepositoryIsSaidSo) {
  Sh(root(), "git clone -q --bare repo bare.git");
  Error error = OpenFails(root() + "/bare.git");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.message.find("bare"), std::string::npos) << error.message;
}

TEST_F(Opening, ARepositoryWithoutACommitSaysWhatToDo) {
  Sh(root(), "git init -q empty");
  Error error = OpenFails(root() + "/empty");
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_NE(error.hint.find("git add -A && git commit --allow-empty -m \"first commit\""), std::string::npos);
}

TEST_F(Opening, WithoutGitItSaysSo) {
  std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  Error error = OpenFails(repo());
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_NE(error.message.find("git"), std::string::npos);
}

TEST_F(Opening, LinkedWorktreesSubdirectoriesAndDetachedHeadsWillDo) {
  Sh(repo(),
     "git worktree add -q --detach ../linked && mkdir ../linked/sub && cd ../linked && git commit -q "
     "--allow-empty -m more");
  auto workspaces = Workspaces::Open({root() + "/linked/sub", trees(), RunId{17}});
  ASSERT_TRUE(workspaces) << Describe(workspaces.error());
  EXPECT_EQ((*workspaces)->Tip(), Sh(root() + "/linked", "git rev-parse HEAD"));
  std::string snapshot = Work(**workspaces, "s1", UnitId{1}, "echo x > new.txt");
  EXPECT_TRUE((*workspaces)->Integrate("s1", snapshot, UnitId{2}, "m"));
  EXPECT_EQ(Sh(root() + "/linked", "git status --porcelain && git rev-parse --abbrev-ref HEAD"), "HEAD");
}

TEST_F(Opening, WhatAHookLeftInTheEnvironmentIsNotObeyed) {
  ::setenv("GIT_DIR", "/nowhere", 1);
  ::setenv("GIT_INDEX_FILE", "/nowhere", 1);
  auto workspaces = Workspaces::Open({repo(), trees(), RunId{17}});
  bool worked = workspaces && (*workspaces)->Prepare("s1", "");
  ::unsetenv("GIT_DIR");
  ::unsetenv("GIT_INDEX_FILE");
  EXPECT_TRUE(worked);
}

TEST_F(Opening, ARunThatHasBegunOpensWithoutAHead) {
  Sh(repo(), "git clone -q . ../second");
  auto open = [&] { return Workspaces::Open({root() + "/second", trees(), RunId{1}}); };
  std::string tip = open().value()->Tip().value();
  Sh(root() + "/second", "git checkout -q --orphan fresh");
  EXPECT_EQ(open().value()->Tip(), tip);
}

TEST_F(Opening, ARepositoryWithLongerIdsWillDo) {
  Sh(root(),
     "git init -q --object-format=sha256 second && cd second && seq 10 > a.txt && git add -A && git commit -q -m 1");
  auto workspaces = Workspaces::Open({root() + "/second", trees(), RunId{1}}).value();
  std::string one = Work(*workspaces, "s1", UnitId{1}, "echo one > one.txt");
  std::string two = Work(*workspaces, "s2", UnitId{2}, "echo two > two.txt");
  EXPECT_EQ(one.size(), 64u);
  ASSERT_TRUE(workspaces->Integrate("s1", one, UnitId{3}, "m"));
  ASSERT_TRUE(workspaces->Integrate("s2", two, UnitId{4}, "m"));
  ASSERT_TRUE(workspaces->Prepare("s1", one));
  EXPECT_EQ(workspaces->ChangedFiles(""), (std::vector<std::string>{"one.txt", "two.txt"}));
}

class Branch : public UserRepository {};

TEST_F(Branch, BeginsAtTheUsersHead) {
  auto workspaces = Open();
  EXPECT_FALSE(workspaces->HasStarted().value());
  std::string head = Sh(repo(), "git rev-parse HEAD");
  EXPECT_EQ(workspaces->Tip(), head);
  EXPECT_EQ(workspaces->Tip(), head);
  EXPECT_EQ(workspaces->Base(), head);
  EXPECT_EQ(workspaces->branch(), "forge/run-017");
  EXPECT_EQ(Ref("refs/heads/forge/run-017"), head);
  EXPECT_EQ(Ref("refs/forge/17/base"), head);
  EXPECT_TRUE(workspaces->HasStarted().value());
}

TEST_F(Branch, TheHighestRunIsReadFromTheRemainingRefs) {
  EXPECT_EQ(Workspaces::HighestRun(repo()).value(), 0);
  ASSERT_TRUE(Open()->Tip());
  EXPECT_EQ(Workspaces::HighestRun(repo()).value(), 17);
  Sh(repo(), "git branch forge/run-0102 && git branch forge/run-x");
  EXPECT_EQ(Workspaces::HighestRun(repo()).value(), 102);
}

TEST_F(Branch, StaysWhenTheUserGoesOn) {
  auto workspaces = Open();
  std::string head = workspaces->Tip().value();
  Sh(repo(), "git commit -q -m more");
  Remember();
  EXPECT_EQ(Open()->Tip(), head);
  EXPECT_EQ(Open()->Base(), head);
  EXPECT_NE(Open(18)->Tip(), head);
}

TEST_F(Branch, NumbersOfOldRunsAreKnown) {
  EXPECT_EQ(Workspaces::HighestRun(repo()), 0);
  Sh(repo(), "git branch forge/other; git branch forge/run-x");
  EXPECT_EQ(Workspaces::HighestRun(repo()), 0);
  ASSERT_TRUE(Open(17)->Tip());
  EXPECT_EQ(Workspaces::HighestRun(repo()), 17);
  Sh(repo(), "git branch forge/run-018; git update-ref refs/forge/103/s1/4 HEAD");
  EXPECT_EQ(Workspaces::HighestRun(repo()), 103);
  ASSERT_TRUE(NoteLanding(repo() + "/.git", {RunId{104}, "main", "", "1234", "5678"}));
  EXPECT_EQ(Workspaces::HighestRun(repo()), 104) << "its refs were pruned";
  EXPECT_FALSE(Workspaces::HighestRun(root()));
}

TEST_F(Branch, HalfMadeIsMadeWhole) {
  std::string head = Sh(repo(), "git update-ref refs/forge/17/base other && git rev-parse other");
  Sh(repo(), "git commit -q -m more");
  Remember();
  EXPECT_EQ(Open()->Tip(), head);
}

TEST_F(Branch, DeletedByTheUserComesBackWhereItWas) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > new.txt");
  std::string tip = workspaces->Integrate("s1", snapshot, UnitId{2}, "m").value().commit;
  Sh(repo(), "git branch -q -D forge/run-017");
  EXPECT_EQ(workspaces->Tip(), tip);
}

TEST_F(Branch, OfAnotherOriginIsNotTaken) {
  Sh(repo(), "git branch forge/run-017 other");
  auto tip = Open()->Tip();
  ASSERT_FALSE(tip);
  EXPECT_EQ(tip.error().code, Code::kConflict);
  EXPECT_NE(tip.error().hint.find("git branch -m"), std::string::npos);
}

TEST_F(Branch, ABranchNamedForgeInTheWayIsNamed) {
  Sh(repo(), "git branch forge");
  Remember();
  auto tip = Open()->Tip();
  ASSERT_FALSE(tip);
  EXPECT_NE(tip.error().hint.find("branch named forge"), std::string::npos) << Describe(tip.error());
}

TEST_F(Branch, ALockFromALostMachineIsRemoved) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > new.txt");
  Sh(repo(), "touch -d '1 hour ago' .git/refs/heads/forge/run-017.lock .git/refs/forge/17/tip.lock");
  auto integrated = workspaces->Integrate("s1", snapshot, UnitId{2}, "m");
  ASSERT_TRUE(integrated) << Describe(integrated.error());
  EXPECT_EQ(workspaces->Tip(), integrated->commit);
}

TEST_F(Branch, ManyAtOnceBeginOneRun) {
  std::vector<std::string> tips(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& tip : tips) threads.emplace_back([&] { tip = Open()->Tip().value_or("failed"); });
  }
  for (const std::string& tip : tips) EXPECT_EQ(tip, Ref("refs/heads/forge/run-017"));
}

class Looking : public UserRepository {};

TEST_F(Looking, ADiffIsOfTheSnapshotOrOfTheWholeRun) {
  auto workspaces = Open();
  std::string first = Work(*workspaces, "s1", UnitId{1}, "echo one > one.txt");
  ASSERT_TRUE(workspaces->Integrate("s1", first, UnitId{2}, "m"));
  std::string second = Work(*workspaces, "s2", UnitId{3}, "echo two > two.txt; git mv -f b.txt 'moved b.txt'");
  std::string diff = workspaces->Diff(second, 10000).value();
  EXPECT_NE(diff.find("+two"), std::string::npos);
  EXPECT_NE(diff.find("rename to moved b.txt"), std::string::npos) << diff;
  EXPECT_EQ(diff.find("one.txt"), std::string::npos);
  EXPECT_EQ(workspaces->ChangedFiles(second), (std::vector<std::string>{"b.txt", "moved b.txt", "two.txt"}));
  EXPECT_NE(workspaces->Diff("", 10000)->find("+one"), std::string::npos);
  EXPECT_EQ(workspaces->ChangedFiles(""), (std::vector<std::string>{"one.txt"}));
  EXPECT_EQ(workspaces->TreeOf(second), Sh(repo(), fmt::format("git rev-parse {}^{{tree}}", second)));
  EXPECT_EQ(workspaces->Diff("nonsense", 100).error().code, Code::kNotFound);
}

TEST_F(Looking, ALongDiffKeepsItsHeadAndTail) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "seq 100000 > long.txt");
  std::string diff = workspaces->Diff(snapshot, 5000).value();
  EXPECT_LE(diff.size(), 5000u);
  EXPECT_GT(diff.size(), 4500u);
  EXPECT_TRUE(diff.starts_with("diff --git"));
  EXPECT_NE(diff.find("bytes left out"), std::string::npos);
  EXPECT_TRUE(diff.ends_with("+100000\n"));
}

TEST_F(Looking, ADiffOfARunWithMoreOnTopKeepsToItsLimit) {
  auto workspaces = Open();
  const std::string own = Work(*workspaces, "s1", UnitId{1}, "seq 100000 > own.txt");
  const std::string other = Work(*workspaces, "s2", UnitId{2}, "seq 200 > other.txt");
  ASSERT_TRUE(workspaces->Integrate("s2", other, UnitId{3}, "m"));
  for (const std::size_t limit : {500U, 5000U}) EXPECT_LE(workspaces->DiffOfRun(own, limit)->size(), limit);
  const std::string diff = workspaces->DiffOfRun(own, 5000).value();
  EXPECT_NE(diff.find("other.txt"), std::string::npos);
  EXPECT_TRUE(diff.ends_with("+100000\n"));
}

TEST_F(Looking, TheUsersWayOfShowingDiffsDoesNotMatter) {
  Sh(repo(),
     "git config diff.external false; git config diff.noprefix true; git config color.ui always; git config "
     "diff.renames false");
  Remember();
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x >> a.txt");
  EXPECT_TRUE(workspaces->Diff(snapshot, 10000)->starts_with("diff --git a/a.txt b/a.txt\n"));
}

}  // namespace
}  // namespace forge
