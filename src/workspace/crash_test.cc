// A process that dies at any named point, and another that does the same again: the result is that of one call.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>

#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class CrashDeathTest : public UserRepository {
 protected:
  using Action = std::function<bool(Workspaces&)>;

  // The action in a child process that dies at the point.
  void DieAt(const std::string& point, const Action& action) {
    EXPECT_EXIT(
        {
          auto workspaces = Open();
          if (!ArmCrash(point)) std::_Exit(2);
          std::_Exit(action(*workspaces) ? 0 : 1);
        },
        testing::KilledBySignal(SIGKILL), "")
        << point;
  }
  std::string Tip() { return Ref("refs/heads/forge/run-017"); }
};

TEST_F(CrashDeathTest, APreparationIsRepeated) {
  for (const char* point : {"worktree-added", "restored"}) {
    SCOPED_TRACE(point);
    std::string lane = point;
    auto prepare = [&](Workspaces& workspaces) { return workspaces.Prepare(lane, "").has_value(); };
    DieAt(point, prepare);
    auto workspaces = Open();
    ASSERT_TRUE(prepare(*workspaces));
    EXPECT_EQ(FilesOnDisk(workspaces->PathOf(lane)), Files(workspaces->Tip().value()));
    EXPECT_EQ(Sh(workspaces->PathOf(lane), "git status --porcelain"), "");
    EXPECT_TRUE(Refs(fmt::format("refs/forge/17/{}/left-1", lane)).empty());
  }
}

TEST_F(CrashDeathTest, APartlyRestoredWorktreeHoldsNoWork) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > x.txt; rm a.txt");
  Sh(workspaces->PathOf("s1"), "echo unsaved > unsaved.txt");
  DieAt("restored", [&](Workspaces& other) { return other.Prepare("s1", "").has_value(); });
  Sh(workspaces->PathOf("s1"), "rm b.txt");  // as if it had died a little earlier
  // Its files must not count as the unit's work.
  auto refused = workspaces->Snapshot("s1", UnitId{2});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  ASSERT_TRUE(workspaces->Prepare("s1", snapshot));
  EXPECT_EQ(FilesOnDisk(workspaces->PathOf("s1")), Files(snapshot));
  // What was there before the restoration began was saved, and only that.
  EXPECT_EQ(Show("refs/forge/17/s1/left-1", "unsaved.txt"), "unsaved");
  EXPECT_TRUE(Ref("refs/forge/17/s1/left-2").empty());
}

TEST_F(CrashDeathTest, ASnapshotIsRepeated) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  Sh(workspaces->PathOf("s1"), "echo x > x.txt");
  auto snapshot = [](Workspaces& other) { return other.Snapshot("s1", UnitId{1}).has_value(); };
  DieAt("snapshot-tree", snapshot);
  EXPECT_TRUE(Ref("refs/forge/17/s1/1").empty());
  DieAt("snapshot-ref", snapshot);
  std::string made = Ref("refs/forge/17/s1/1");
  EXPECT_EQ(workspaces->Snapshot("s1", UnitId{1}), made);
  EXPECT_EQ(Show(made, "x.txt"), "x");
}

TEST_F(CrashDeathTest, AnIntegrationHappensOnce) {
  auto workspaces = Open();
  std::string one = Work(*workspaces, "s1", UnitId{1}, "echo one > one.txt");
  std::string two = Work(*workspaces, "s2", UnitId{2}, "echo two > two.txt");
  ASSERT_TRUE(workspaces->Integrate("s1", one, UnitId{3}, "m"));
  std::string tip = Tip();
  auto integrate = [&](Workspaces& other) { return other.Integrate("s2", two, UnitId{4}, "m").has_value(); };
  DieAt("merge-made", integrate);
  EXPECT_EQ(Tip(), tip);
  DieAt("ref-moved", integrate);
  std::string moved = Tip();
  EXPECT_NE(moved, tip);
  auto done = workspaces->Integrate("s2", two, UnitId{4}, "m");
  ASSERT_TRUE(done);
  EXPECT_EQ(done->commit, moved);
  EXPECT_FALSE(done->empty);
  EXPECT_EQ(CountCommits("refs/forge/17/base..refs/heads/forge/run-017"), 2);
}

TEST_F(CrashDeathTest, ASquashHappensOnce) {
  auto workspaces = Open();
  std::string one = Work(*workspaces, "s1", UnitId{1}, "echo one > one.txt");
  ASSERT_TRUE(workspaces->Integrate("s1", one, UnitId{2}, "m"));
  DieAt("squashed", [](Workspaces& other) { return other.Squash(UnitId{3}, "m").has_value(); });
  std::string tip = Tip();
  auto done = workspaces->Squash(UnitId{3}, "m");
  ASSERT_TRUE(done);
  EXPECT_EQ(done->commit, tip);
  EXPECT_EQ(Refs("refs/forge/17/unsquashed-*").size(), 1u);
}

class HalfWay : public UserRepository {};

TEST_F(HalfWay, AWorktreeThatGitDidNotFinishAddingIsMadeAnew) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  std::string path = workspaces->PathOf("s1");
  const char* remains[] = {
      "rm -rf \"$1\"/*; rm \"$1/.git\"",                                                     // before .git
      "rm -rf \"$1\"; echo initializing > .git/worktrees/repo-1/locked",                     // locked, no directory
      "rm -f .git/worktrees/repo-1/HEAD; echo initializing > .git/worktrees/repo-1/locked",  // before HEAD
      "rm -f .git/worktrees/repo-1/commondir",                                               // before commondir
      "rm -rf .git/worktrees/repo-1",                                                        // not registered
      "rm -rf \"$1\"; mkdir \"$1\"",                                                         // empty
  };
  for (const char* remain : remains) {
    SCOPED_TRACE(remain);
    Sh(repo(), fmt::format("set -- '{}'\n{}", path, remain));
    auto again = Open();
    auto prepared = again->Prepare("s1", "");
    ASSERT_TRUE(prepared) << Describe(prepared.error());
    EXPECT_EQ(FilesOnDisk(path), Files(again->Tip().value()));
    EXPECT_EQ(Sh(path, "git status --porcelain"), "");
    EXPECT_EQ(Sh(repo(), "git worktree list | wc -l; ls .git/worktrees | wc -l"), "2\n1");
  }
}

TEST_F(HalfWay, AWorktreeThatADeadProcessRegisteredHalfDoesNotStopTheOthers) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  // git made the file `commondir` and was killed before it wrote it; every `git worktree add` dies of that.
  Sh(repo() + "/.git/worktrees", "mkdir repo-7; echo '" + trees() +
                                     "/pool/repo-7/.git' > repo-7/gitdir; "
                                     ": > repo-7/commondir; echo initializing > repo-7/locked");
  auto prepared = workspaces->Prepare("s2", "");
  ASSERT_TRUE(prepared) << Describe(prepared.error());
  EXPECT_EQ(FilesOnDisk(*prepared), Files(workspaces->Tip().value()));
  EXPECT_EQ(Sh(repo(), "ls .git/worktrees"), "repo-1\nrepo-2");
}

TEST_F(HalfWay, AWorktreeThatIsPrunedWhileItIsAddedIsAddedAgain) {
  auto workspaces = Open();
  const std::string path = std::getenv("PATH");
  // As `git gc` does it when it meets the new record before it is whole.
  Sh(root(),
     "mkdir pruning && printf '#!/bin/sh\\nPATH=\"%s\"\\ncase \"$*\" in *\"worktree add\"*) if mkdir %s/pruned "
     "2>/dev/null; then git \"$@\"; rm -rf %s/.git/worktrees/repo-1; echo \"fatal: unable to create directory for "
     "%s/.git/worktrees/repo-1/logs/HEAD\" >&2; exit 128; fi;; esac\\nexec git \"$@\"\\n' \"$PATH\" " +
         root() + " " + repo() + " " + repo() + " >pruning/git && chmod +x pruning/git");
  ::setenv("PATH", (root() + "/pruning:" + path).c_str(), 1);
  const auto prepared = workspaces->Prepare("s1", "");
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(prepared) << Describe(prepared.error());
  EXPECT_TRUE(Exists(root() + "/pruned"));
  EXPECT_EQ(FilesOnDisk(*prepared), Files(workspaces->Tip().value()));
  EXPECT_EQ(Sh(repo(), "ls .git/worktrees"), "repo-1");
}

TEST_F(HalfWay, WorkInAWorktreeThatGitHasForgottenIsSaved) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  Sh(workspaces->PathOf("s1"), "echo precious > precious.txt; rm -rf ../../../repo/.git/worktrees");
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  EXPECT_EQ(Show("refs/forge/17/s1/left-1", "precious.txt"), "precious");
  EXPECT_FALSE(Exists(workspaces->PathOf("s1") + "/precious.txt"));
}

TEST_F(HalfWay, RemainsOfADeadProcessAreSweptUp) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  Sh(repo() + "/.git/worktrees/repo-1",
     "touch index.lock HEAD.lock forge-index-repo-1-1 forge-index-repo-1-1.lock; mkdir rebase-merge");
  Sh(workspaces->PathOf("s1"), "echo kept > ignored.o");
  ASSERT_TRUE(Open()->Prepare("s1", ""));
  EXPECT_TRUE(Exists(workspaces->PathOf("s1") + "/ignored.o")) << "made again, not repaired";
  EXPECT_EQ(Sh(repo() + "/.git/worktrees/repo-1", "ls -I ORIG_HEAD -I refs | tr '\\n' ' '"),
            "HEAD commondir gitdir index logs");
}

TEST_F(HalfWay, AGitCommandOfADeadProcessIsEndedFirst) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  std::string path = workspaces->PathOf("s1");
  const FileIdentity git = **IdentifyFile(repo() + "/.git");
  const std::string ours = fmt::format("{}:{}:{}", git.device, git.inode, path);
  const std::string others =
      fmt::format("{}:{}:{}", git.device, git.inode + 1, path);  // the path, in another container
  // They hang in an open of their own: while a process changes into another program, it has no environment to be found
  // by.
  Sh(root(), "mkfifo never");
  for (const std::string& owner : {ours, others}) {
    Sh(root(), fmt::format("rm -f pid; FORGE_WORKTREE_GIT='{}' setsid sh -c 'echo $$ > pid; read x < never' "
                           ">/dev/null 2>&1 </dev/null &\n"
                           "while [ ! -s pid ]; do :; done",
                           owner));
    ASSERT_EQ(FindByEnvironment("FORGE_WORKTREE_GIT", owner).size(), 1u);
  }
  ASSERT_TRUE(Open()->Prepare("s1", ""));
  EXPECT_TRUE(FindByEnvironment("FORGE_WORKTREE_GIT", ours).empty());
  const auto alive = FindByEnvironment("FORGE_WORKTREE_GIT", others);
  EXPECT_EQ(alive.size(), 1u);
  for (const ProcessId& one : alive) KillProcess(one);
}

}  // namespace
}  // namespace forge
