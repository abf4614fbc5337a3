// The pool: reused leases, set-up, ports, the check of free space. And deletion in the background.
#include "workspace/pool.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "os/fault.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/testing/user_repository.h"
#include "workspace/trash.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class PoolOfWorktrees : public UserRepository {
 protected:
  std::unique_ptr<Workspaces> OpenWith(const Workspaces::Options& more, int run = 17) {
    Workspaces::Options options = more;
    options.repository = repo();
    options.worktrees = trees();
    options.run = RunId{run};
    return Workspaces::Open(options).value();
  }
  std::string Prepared(Workspaces& workspaces, const std::string& lane, const std::string& snapshot = "") {
    auto path = workspaces.Prepare(lane, snapshot);
    if (!path) ADD_FAILURE() << Describe(path.error());
    return path.value_or("");
  }
};

TEST_F(PoolOfWorktrees, AReleasedWorktreeServesTheNextLaneOfAnyRun) {
  auto first = Open(17);
  const std::string path = Prepared(*first, "s1");
  Sh(path, "git switch -q -c agents-own; echo x > x.txt; rm a.txt; echo o > left.o; mkdir nest; git init -q nest/r");
  const std::string inode = Sh(path, "stat -c %i dir/c.txt");
  ASSERT_TRUE(first->Release("s1"));
  EXPECT_EQ(Show("refs/forge/17/s1/left-1", "x.txt"), "x");
  Sh(repo(), "git branch -q -D agents-own");  // it is not checked out
  auto second = Open(18);
  EXPECT_EQ(Prepared(*second, "other"), path);
  EXPECT_EQ(FilesOnDisk(path), Files(second->Tip().value())) << "nothing of the lane before, ignored or not";
  EXPECT_EQ(Sh(path, "stat -c %i dir/c.txt"), inode) << "what is the same is not written again";
  EXPECT_TRUE(Refs("refs/forge/18/other/left-1").empty()) << "it held no work";
}

TEST_F(PoolOfWorktrees, ALockThatAnotherEngineDoesNotReleaseIsWaitedForAsAShortage) {
  ASSERT_TRUE(Pool(trees(), "repo").Take("run-017", "s1"));
  const Pool pool(trees(), "repo", LockPatience{.stopped = {}, .running = {}});
  {
    const auto stopped = FileLock::Take(trees() + "/pool.lock");
    ASSERT_TRUE(stopped);
    const auto lease = pool.Take("run-018", "s1");
    ASSERT_FALSE(lease);
    EXPECT_EQ(lease.error().code, Code::kExhausted) << "held back and tried again, at no cost for the step";
    EXPECT_NE(lease.error().message.find("/pool.lock: process "), std::string::npos) << lease.error().message;
    EXPECT_EQ(pool.TakeIdle("run-000").error().code, Code::kExhausted);
    EXPECT_EQ(pool.GiveBack("run-017", "s1", 3).error().code, Code::kExhausted);
    EXPECT_EQ(pool.Forget("run-017", "s1").error().code, Code::kExhausted);
    EXPECT_TRUE(pool.Take("run-017", "s1")) << "what is leased needs no lock";
  }
  EXPECT_TRUE(pool.Take("run-018", "s1"));
}

// A list that failed used to be an empty one: every worktree was idle then, and two lanes worked in one.
TEST_F(PoolOfWorktrees, AWorktreeIsNeverGivenToASecondLaneWhateverFails) {
  const Pool pool(trees(), "repo");
  const int first = pool.Take("run-017", "s1").value().number;
  ASSERT_TRUE(MakeDirectories(trees() + "/pool/repo-" + std::to_string(first)));
  for (const char* what : {"list:{}:EIO", "list:{}:ENOMEM", "open:{}:EMFILE"}) {
    for (int n = 1; n < 20; ++n) {
      ASSERT_TRUE(ArmFaults(fmt::format(fmt::runtime(what), n)));
      const auto second = pool.Take("run-017", fmt::format("s2-{}", n));
      DisarmFaults();
      EXPECT_TRUE(!second || second->number != first) << what << " " << n;
      ASSERT_TRUE(pool.Forget("run-017", fmt::format("s2-{}", n)));
    }
  }
}

TEST_F(PoolOfWorktrees, WorkThatCannotBeLookedAtIsNotTakenForNone) {
  auto workspaces = Open(17);
  bool met = true;
  for (int n = 1; met; ++n) {
    ASSERT_LT(n, 200);
    const std::string lane = fmt::format("s{}", n);
    Sh(Prepared(*workspaces, lane), "echo x > work.txt");
    ASSERT_TRUE(ArmFaults(fmt::format("look:{}:EIO@{}/log", n, root())));
    (void)workspaces->Prepare(lane, "");
    DisarmFaults();
    met = Exists(root() + "/log");
    ASSERT_TRUE(RemoveFile(root() + "/log"));
    Prepared(*workspaces, lane);
    EXPECT_EQ(Show(fmt::format("refs/forge/17/{}/left-1", lane), "work.txt"), "x") << n;
    ASSERT_TRUE(workspaces->Release(lane));
  }
}

TEST_F(PoolOfWorktrees, ASnapshotHasTheWorkOrFailsForTheMachine) {
  auto workspaces = Open(17);
  Sh(Prepared(*workspaces, "s1"), "echo x > work.txt");
  bool met = true;
  for (int n = 1; met; ++n) {
    ASSERT_LT(n, 200);
    ASSERT_TRUE(ArmFaults(fmt::format("open:{}:EMFILE@{}/log", n, root())));
    const auto snapshot = workspaces->Snapshot("s1", UnitId{n});
    DisarmFaults();
    met = Exists(root() + "/log");
    ASSERT_TRUE(RemoveFile(root() + "/log"));
    if (snapshot) {
      EXPECT_EQ(Show(*snapshot, "work.txt"), "x") << n;
    } else {
      EXPECT_EQ(snapshot.error().code, Code::kExhausted) << n << ": " << Describe(snapshot.error());
    }
    // Every ref of the lane is a file to open: with one more each time, the last open would never be reached.
    Sh(repo(), fmt::format("git update-ref -d refs/forge/17/s1/{}", n));
  }
}

// Only the worktree's own index knows the ignored file that the agent added.
TEST_F(PoolOfWorktrees, ASnapshotHasAnAddedIgnoredFileOrFails) {
  auto workspaces = Open(17);
  Sh(Prepared(*workspaces, "s1"), "echo x > forced.o; git add -f forced.o");
  bool met = true;
  for (int n = 1; met; ++n) {
    ASSERT_LT(n, 200);
    ASSERT_TRUE(ArmFaults(fmt::format("look:{}:EIO@{}/log", n, root())));
    const auto snapshot = workspaces->Snapshot("s1", UnitId{n});
    DisarmFaults();
    met = Exists(root() + "/log");
    ASSERT_TRUE(RemoveFile(root() + "/log"));
    if (snapshot) {
      EXPECT_EQ(Show(*snapshot, "forced.o"), "x") << n;
    }
    Sh(repo(), fmt::format("git update-ref -d refs/forge/17/s1/{}", n));
  }
}

TEST_F(PoolOfWorktrees, OnlySoManyAreKeptIdle) {
  Workspaces::Options options;
  options.idle = 1;
  auto workspaces = OpenWith(options);
  for (const char* lane : {"s1", "s2", "s3"}) Prepared(*workspaces, lane);
  for (const char* lane : {"s1", "s2", "s3"}) ASSERT_TRUE(workspaces->Release(lane));
  EXPECT_EQ(Sh(trees(), "ls pool"), "repo-1");
  EXPECT_EQ(Sh(repo(), "git worktree list | wc -l; ls .git/worktrees | wc -l"), "2\n1");
}

TEST_F(PoolOfWorktrees, ReleaseAllIsOfThisRunAndAnyName) {
  auto mine = Open(17);
  auto theirs = Open(18);
  for (const char* lane : {"s1", "a b", "run"}) Prepared(*mine, lane);
  Sh(mine->PathOf("a b"), "echo kept > kept.txt");
  const std::string path = Prepared(*theirs, "s1");
  ASSERT_TRUE(mine->ReleaseAll());
  EXPECT_FALSE(Exists(trees() + "/run-017"));
  EXPECT_EQ(theirs->PathOf("s1"), path);
  EXPECT_EQ(Show(Refs("refs/forge/17/lane-*/left-1").at(0), "kept.txt"), "kept");
}

TEST_F(PoolOfWorktrees, AWorktreeFromBeforeThereWasAPoolIsUsedAndGoes) {
  auto workspaces = Open();
  const std::string tip = workspaces->Tip().value();
  Sh(repo(), fmt::format("git worktree add -q --detach {}/run-017/s1 {}", trees(), tip));
  EXPECT_EQ(Prepared(*workspaces, "s1"), trees() + "/run-017/s1");
  Sh(workspaces->PathOf("s1"), "echo x > x.txt");
  ASSERT_TRUE(workspaces->Release("s1"));
  EXPECT_FALSE(Exists(trees() + "/run-017"));
  EXPECT_EQ(Show("refs/forge/17/s1/left-1", "x.txt"), "x");
}

TEST_F(PoolOfWorktrees, ALinkThatIsNotOursIsNotFollowed) {
  auto workspaces = Open();
  Sh(root(), "mkdir -p elsewhere trees/run-017 && echo precious > elsewhere/f");
  for (const char* target : {"../../elsewhere", "../pool/../../elsewhere", "../pool/repo-0", "/etc"}) {
    Sh(trees(), fmt::format("mkdir -p run-017; rm -f run-017/s1; ln -s {} run-017/s1", target));
    EXPECT_EQ(Prepared(*workspaces, "s1"), trees() + "/pool/repo-1") << target;
    ASSERT_TRUE(workspaces->Release("s1"));
  }
  EXPECT_EQ(Sh(root(), "cat elsewhere/f"), "precious");
}

TEST_F(PoolOfWorktrees, EachHasPortsOfItsOwn) {
  Workspaces::Options options;
  options.port_base = 20000;
  options.port_count = 5;
  auto workspaces = OpenWith(options);
  EXPECT_TRUE(workspaces->EnvironmentOf("s1").empty());
  Prepared(*workspaces, "s1");
  Prepared(*workspaces, "s2");
  auto first = workspaces->EnvironmentOf("s1");
  EXPECT_EQ(first["FORGE_PORT_BASE"], "20000");
  EXPECT_EQ(first["FORGE_PORT_COUNT"], "5");
  EXPECT_EQ(first["FORGE_WORKTREE"], workspaces->PathOf("s1"));
  EXPECT_EQ(workspaces->EnvironmentOf("s2")["FORGE_PORT_BASE"], "20005");
  const auto chosen = ParseInt(Open(18)->EnvironmentOf("s1")["FORGE_PORT_BASE"]);
  EXPECT_FALSE(chosen) << "another run's lane has none yet";
}

TEST_F(PoolOfWorktrees, ADiskThatIsAlmostFullIsLeftAlone) {
  Workspaces::Options options;
  options.min_free = std::int64_t{1} << 60;
  auto workspaces = OpenWith(options);
  auto refused = workspaces->Prepare("s1", "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kExhausted);
  EXPECT_NE(refused.error().message.find("MB are free"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(Exists(trees() + "/pool/repo-1"));
}

TEST_F(PoolOfWorktrees, SetUpRunsOncePerWorktreeAndItsProductsStay) {
  Workspaces::Options options;
  options.set_up.commands = {"mkdir -p out && echo deps >> out/deps", "echo changed > a.txt; echo new > untracked.txt"};
  options.set_up.keep = {"kept.o"};
  auto workspaces = OpenWith(options);
  const std::string path = Prepared(*workspaces, "s1");
  const std::string tip = workspaces->Tip().value();
  EXPECT_EQ(Sh(path, "cat out/deps; git status --porcelain"), "deps") << "what it did to tracked files is undone";
  Sh(path, "echo mine > mine.o; echo keep > kept.o");
  Prepared(*workspaces, "s1");
  EXPECT_EQ(Sh(path, "cat out/deps mine.o"), "deps\nmine");
  ASSERT_TRUE(workspaces->Release("s1"));
  EXPECT_EQ(Prepared(*workspaces, "s2"), path);
  EXPECT_EQ(Sh(path, "cat out/deps kept.o; ls mine.o 2>/dev/null || true"), "deps\nkeep");
  // Another set-up is another matter.
  options.set_up.commands = {"echo more >> out/deps"};
  workspaces = OpenWith(options);
  Prepared(*workspaces, "s2");
  EXPECT_EQ(Sh(path, "cat out/deps"), "deps\nmore");
}

TEST_F(PoolOfWorktrees, ASetUpThatFailsSaysSoAndIsRunAgain) {
  Workspaces::Options options;
  options.set_up.commands = {fmt::format("test -e {}/fixed || {{ echo no registry; exit 3; }}", root())};
  auto workspaces = OpenWith(options);
  auto failed = workspaces->Prepare("s1", "");
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("exit code 3"), std::string::npos) << failed.error().message;
  EXPECT_NE(failed.error().message.find("no registry"), std::string::npos);
  Sh(root(), "touch fixed");
  Prepared(*workspaces, "s1");
}

TEST_F(PoolOfWorktrees, FilesThatTheUserIncludesAreCopied) {
  Sh(repo(),
     "mkdir -p out/deep && echo SECRET=1 > out/deep/.env && echo no > out/other && ln -s deep out/way; "
     "printf '.env\\nmine.txt\\n/out/way\\n' > .worktreeinclude");
  Remember();
  auto workspaces = Open();
  const std::string path = Prepared(*workspaces, "s1");
  EXPECT_EQ(Sh(path, "cat out/deep/.env; ls out; readlink out/way; ls mine.txt 2>/dev/null || true"),
            "SECRET=1\ndeep\nway\ndeep")
      << "an untracked file that is not ignored would become the step's change";
  EXPECT_EQ(workspaces->ChangedFiles(workspaces->Snapshot("s1", UnitId{1}).value()), std::vector<std::string>());
}

TEST_F(PoolOfWorktrees, SharedDirectoriesAreLinkedAndNeverCaptured) {
  Sh(repo(), "mkdir modules && echo m > modules/m.js && mkdir -p out/cache");
  Remember();
  Workspaces::Options options;
  options.set_up.links = {"modules", "out/cache", "absent", "dir"};
  auto workspaces = OpenWith(options);
  const std::string path = Prepared(*workspaces, "s1");
  EXPECT_EQ(Sh(path, "cat modules/m.js; readlink modules out/cache"),
            fmt::format("m\n{0}/modules\n{0}/out/cache", repo()));
  EXPECT_EQ(Sh(path, "test -L dir || cat dir/c.txt"), "c") << "what is tracked is not covered";
  auto snapshot = workspaces->Snapshot("s1", UnitId{1});
  ASSERT_TRUE(snapshot) << Describe(snapshot.error());
  EXPECT_EQ(workspaces->ChangedFiles(*snapshot), std::vector<std::string>());
  Prepared(*workspaces, "s1", Work(*workspaces, "s1", UnitId{2}, "echo x > x.txt"));
  EXPECT_EQ(Show("refs/forge/17/s1/2", "x.txt"), "x");
  EXPECT_EQ(Sh(path, "cat modules/m.js x.txt"), "m\nx");
  ASSERT_TRUE(workspaces->Release("s1"));
  Prepared(*workspaces, "s2");
  EXPECT_EQ(Sh(path, "cat modules/m.js"), "m");
  EXPECT_EQ(Sh(repo(), "ls modules"), "m.js");
}

TEST_F(PoolOfWorktrees, ALaneBeginsWhenItsWorktreeIsReady) {
  Workspaces::Options options;
  options.set_up.ready = fmt::format("echo \"$FORGE_PORT_BASE\" >> {0}/asked; test $(wc -l < {0}/asked) -ge 3", root());
  options.port_base = 21000;
  auto workspaces = OpenWith(options);
  Prepared(*workspaces, "s1");
  Prepared(*workspaces, "s1");
  EXPECT_EQ(Sh(root(), "cat asked"), "21000\n21000\n21000");
  options.set_up.ready = "echo still starting; false";
  options.set_up.ready_timeout = std::chrono::milliseconds(1);
  auto never = OpenWith(options)->Prepare("s2", "");
  ASSERT_FALSE(never);
  EXPECT_NE(never.error().message.find("still starting"), std::string::npos) << never.error().message;
}

TEST_F(PoolOfWorktrees, NoTwoLanesShareAWorktree) {
  std::vector<std::string> paths(12);
  {
    std::vector<std::unique_ptr<Workspaces>> all;
    for (int run = 1; run <= 3; ++run) all.push_back(Open(run));
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      threads.emplace_back([&, i] {
        Workspaces& mine = *all[i % 3];
        const std::string lane = fmt::format("s{}", i);
        if (i % 4 == 0) {
          auto before = mine.Prepare("before" + lane, "");
          EXPECT_TRUE(before) << Describe(before.error());
          EXPECT_TRUE(mine.Release("before" + lane));
        }
        auto path = mine.Prepare(lane, "");
        EXPECT_TRUE(path) << Describe(path.error());
        paths[i] = path.value_or("");
      });
    }
    threads.clear();
  }
  EXPECT_EQ(std::set<std::string>(paths.begin(), paths.end()).size(), paths.size());
  EXPECT_FALSE(std::set<std::string>(paths.begin(), paths.end()).contains(""));
}

TEST_F(PoolOfWorktrees, WhatIsThrownAwayIsGoneAtOnceAndDeletedLater) {
  Sh(root(),
     "mkdir -p heap/a/b trash/leftover-of-another && echo x > heap/a/b/c && chmod 555 heap/a/b && ln -s /etc heap/l");
  Trash trash(root() + "/trash");
  ASSERT_TRUE(trash.Discard(root() + "/heap"));
  EXPECT_FALSE(Exists(root() + "/heap"));
  ASSERT_TRUE(trash.Discard(root() + "/absent"));
  trash.Wait();
  EXPECT_EQ(Sh(root(), "ls trash; ls -d /etc"), "/etc");
}

TEST_F(PoolOfWorktrees, HandEditsInAnIdleWorktreeAreSavedBeforeTheNextLane) {
  auto workspaces = Open();
  const std::string path = Prepared(*workspaces, "s1");
  Sh(path, "echo agent > agent.txt");
  ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{1}));
  ASSERT_TRUE(workspaces->Release("s1"));
  Sh(path, "echo mine > mine.txt; echo edited >> a.txt");
  EXPECT_EQ(Prepared(*workspaces, "s2"), path);
  EXPECT_FALSE(Exists(path + "/mine.txt"));
  EXPECT_EQ(Show("refs/forge/idle/repo-1-1", "mine.txt"), "mine");
  EXPECT_TRUE(Show("refs/forge/idle/repo-1-1", "a.txt").ends_with("edited"));
  EXPECT_EQ(workspaces->TakeSaved(), std::vector<std::string>{"idle/repo-1-1"});
  EXPECT_TRUE(workspaces->TakeSaved().empty());
}

TEST_F(PoolOfWorktrees, CommitsInAnIdleWorktreeAreSavedBeforeItIsRemoved) {
  auto workspaces = Open();
  const std::string path = Prepared(*workspaces, "s1");
  ASSERT_TRUE(workspaces->Release("s1"));
  Sh(path, "echo mine > mine.txt; git add mine.txt; git commit -q -m 'by hand'");
  const std::string commit = Sh(path, "git rev-parse HEAD");
  EXPECT_EQ(workspaces->RemoveIdle().value(), 1);
  EXPECT_FALSE(Exists(path));
  EXPECT_EQ(Ref("refs/forge/idle/repo-1-1"), commit);
}

TEST_F(PoolOfWorktrees, AWorktreeThatCannotBeSavedStaysAndTheOthersAreRemovedWithoutAWrite) {
  auto workspaces = Open();
  const std::string edited = Prepared(*workspaces, "s1");
  const std::string staged = Prepared(*workspaces, "s2");
  const std::string untouched = Prepared(*workspaces, "s3");
  Sh(untouched, "echo agent > agent.txt; echo more >> a.txt");
  ASSERT_TRUE(workspaces->Snapshot("s3", UnitId{1}));
  for (const char* lane : {"s1", "s2", "s3"}) ASSERT_TRUE(workspaces->Release(lane));
  Sh(edited, "git update-index --assume-unchanged a.txt; echo mine >> a.txt");
  Sh(staged, "echo mine > mine.txt; git add mine.txt");
  // As on a full disk, no index can be written.
  const auto index = [](const std::string& path) {
    return fmt::format("$(git rev-parse --git-dir)/forge-index-{}-{}", BaseName(path), ThisProcess().pid);
  };
  for (const std::string& path : {edited, staged, untouched}) Sh(path, "mkdir -p " + index(path) + "/full");
  EXPECT_FALSE(workspaces->RemoveIdle());
  EXPECT_TRUE(Exists(edited + "/a.txt"));
  EXPECT_TRUE(Exists(staged + "/mine.txt"));
  EXPECT_FALSE(Exists(untouched));
  for (const std::string& path : {edited, staged}) Sh(path, "rm -r " + index(path));
  EXPECT_EQ(workspaces->RemoveIdle().value(), 2) << "both were idle again";
  EXPECT_TRUE(Show("refs/forge/idle/repo-1-1", "a.txt").ends_with("mine"));
  EXPECT_EQ(Show("refs/forge/idle/repo-2-1", "mine.txt"), "mine");
}

TEST_F(PoolOfWorktrees, WhatIsKnownIsNotSavedAgain) {
  auto workspaces = Open();
  const std::string path = Prepared(*workspaces, "s1");
  Sh(path, "echo agent > agent.txt; git add -A; git commit -q -m own");
  ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{1}));
  ASSERT_TRUE(workspaces->Release("s1"));
  Prepared(*workspaces, "s2");
  ASSERT_TRUE(workspaces->Release("s2"));
  Sh(path, "git checkout -q -b mine; echo mine > mine.txt; git add -A; git commit -q -m 'on a branch'");
  EXPECT_EQ(workspaces->RemoveIdle().value(), 1);
  EXPECT_TRUE(Refs("refs/forge/idle/").empty());
  Sh(repo(), "git branch -q -D mine");
}

}  // namespace
}  // namespace forge
