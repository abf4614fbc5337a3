// Landing: the user's branch gets the work, and none of the user's work is lost, whatever is in the checkout and
// whichever process dies in between.
#include "workspace/land_request.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "os/crash_point.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/overwritten.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Landings : public UserRepository {
 protected:
  void SetUp() override {
    UserRepository::SetUp();
    // A checkout with nothing in the middle; the tests add what they are about.
    Sh(repo(), "git reset -q --hard; git clean -qfdx; rm -f .git/hooks/*");
    workspaces_ = Open();
    start_ = Sh(repo(), "git rev-parse HEAD");
    const std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1$/one/' a.txt; echo new > new.txt");
    const std::string two = Work(*workspaces_, "s2", UnitId{2}, "git mv b.txt moved.txt; rm tool.sh");
    ASSERT_TRUE(workspaces_->Integrate("s1", one, UnitId{3}, "step one"));
    ASSERT_TRUE(workspaces_->Integrate("s2", two, UnitId{4}, "step two"));
    tip_ = workspaces_->Tip().value();
  }
  void TearDown() override {
    workspaces_.reset();
    Remember();
    UserRepository::TearDown();
  }
  Result<Landed> Land(LandHow how = LandHow::kAuto, const std::string& branch = "") {
    LandRequest request;
    request.how = how;
    request.branch = branch;
    request.message = "Do the thing";
    request.steps = {"s1", "s2"};
    return workspaces_->Land(request);
  }
  std::string Main() { return Sh(repo(), "git rev-parse main"); }
  std::string Status() { return Sh(repo(), "git status --porcelain"); }
  std::string Message() { return Sh(repo(), "git show -s --format=%B main"); }
  void ExpectRefused(const Result<Landed>& landed, const std::string& word) {
    ASSERT_FALSE(landed);
    EXPECT_EQ(landed.error().code, Code::kConflict);
    EXPECT_NE((landed.error().message + landed.error().hint).find(word), std::string::npos) << Describe(landed.error());
    EXPECT_EQ(Main(), start_);
    EXPECT_EQ(Ref("refs/forge/17/landing"), "");
  }
  std::unique_ptr<Workspaces> workspaces_;
  std::string start_, tip_;
};

TEST_F(Landings, AFastForwardWherePossible) {
  auto landed = Land();
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(landed->how, "fast-forward");
  EXPECT_EQ(landed->branch, "main");
  EXPECT_TRUE(landed->in_checkout);
  EXPECT_EQ(Main(), tip_);
  EXPECT_EQ(Status(), "");
  EXPECT_EQ(FilesOnDisk(repo()), Files(tip_));
  EXPECT_EQ(Land()->how, "already");
}

TEST_F(Landings, ASquashIsOneCommitThatNamesRunAndSteps) {
  auto landed = Land(LandHow::kSquash);
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(landed->how, "squash");
  EXPECT_EQ(Sh(repo(), "git rev-parse main^"), start_);
  EXPECT_EQ(Message(), fmt::format("Do the thing\n\nForge-Run: 17\nForge-Steps: s1, s2\nForge-Landed: {}", tip_));
  EXPECT_EQ(Files("main"), Files(tip_));
  EXPECT_EQ(Status(), "");
  EXPECT_EQ(Land(LandHow::kSquash)->how, "already");
  EXPECT_EQ(CountCommits(start_ + "..main"), 1);
}

TEST_F(Landings, AMergeHasBothHistories) {
  Sh(repo(), "echo mine > mine.txt && git add mine.txt && git commit -q -m mine");
  const std::string mine = Main();
  auto forward = Land(LandHow::kFastForward);
  ASSERT_FALSE(forward);
  EXPECT_NE(forward.error().hint.find("--merge"), std::string::npos);
  auto landed = Land();
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(landed->how, "merge");
  EXPECT_EQ(Sh(repo(), "git rev-parse main^1 main^2"), mine + "\n" + tip_);
  EXPECT_EQ(Sh(repo(), "ls; head -1 a.txt"), "a.txt\ndir\nlink\nmine.txt\nmoved.txt\nnew.txt\none");
  EXPECT_EQ(Status(), "");
}

TEST_F(Landings, ASquashOntoABranchThatWentOn) {
  Sh(repo(), "sed -i 's/^10$/ten/' a.txt && git commit -q -a -m mine");
  ASSERT_TRUE(Land(LandHow::kSquash));
  EXPECT_EQ(Sh(repo(), "sed -n '1p;10p' a.txt"), "one\nten");
  EXPECT_EQ(Land(LandHow::kSquash)->how, "already");
}

TEST_F(Landings, AConflictMovesNothing) {
  Sh(repo(), "sed -i 's/^1$/eins/' a.txt && git commit -q -a -m mine");
  start_ = Main();
  auto landed = Land();
  ASSERT_TRUE(landed);
  ASSERT_TRUE(landed->conflict);
  EXPECT_EQ(landed->conflict->files, std::vector<std::string>{"a.txt"});
  EXPECT_EQ(Main(), start_);
  EXPECT_EQ(Status(), "");
}

TEST_F(Landings, EditsElsewhereStay) {
  Sh(repo(), "echo mine >> dir/c.txt; git add dir/c.txt; echo more >> dir/c.txt; echo u > untracked.txt");
  const std::string before = Sh(repo(), "git diff; git diff --cached; cat untracked.txt");
  ASSERT_TRUE(Land());
  EXPECT_EQ(Main(), tip_);
  EXPECT_EQ(Sh(repo(), "git diff; git diff --cached; cat untracked.txt"), before);
}

TEST_F(Landings, EditsInTheSameFilesAreARefusal) {
  for (const char* script : {"echo mine >> a.txt", "echo mine >> a.txt; git add a.txt", "echo mine > new.txt",
                             "echo mine >> b.txt", "echo mine >> tool.sh", "mkdir moved.txt; echo m > moved.txt/m"}) {
    SCOPED_TRACE(script);
    Sh(repo(), script);
    const std::string before =
        Sh(repo(), "git status --porcelain; git diff HEAD; cat new.txt moved.txt/m 2>&1 || true");
    for (LandHow how : {LandHow::kAuto, LandHow::kSquash, LandHow::kMerge}) ExpectRefused(Land(how), "");
    EXPECT_EQ(Sh(repo(), "git status --porcelain; git diff HEAD; cat new.txt moved.txt/m 2>&1 || true"), before);
    Sh(repo(), "git reset -q --hard; git clean -qfd");
  }
}

TEST_F(Landings, ADetachedHeadNeedsABranch) {
  Sh(repo(), "git switch -q --detach");
  ExpectRefused(Land(), "--branch");
  auto landed = Land(LandHow::kAuto, "work");
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(Ref("refs/heads/work"), tip_);
  Sh(repo(), "git switch -q main");
}

TEST_F(Landings, AnotherBranchMovesWithoutTheCheckout) {
  Sh(repo(), "echo mine >> a.txt");  // would be in the way
  ASSERT_TRUE(Land(LandHow::kSquash, "feature/new"));
  EXPECT_EQ(Sh(repo(), "git rev-parse feature/new^"), start_);
  EXPECT_EQ(Sh(repo(), "git symbolic-ref HEAD; tail -1 a.txt"), "refs/heads/main\nmine");
  EXPECT_EQ(Land(LandHow::kSquash, "feature/new")->how, "already");
  auto existing = Land(LandHow::kAuto, "other");
  ASSERT_TRUE(existing);
  EXPECT_EQ(Ref("refs/heads/other"), tip_);
  EXPECT_EQ(Land(LandHow::kAuto, "../evil").error().code, Code::kInvalid);
  EXPECT_EQ(Land(LandHow::kAuto, "forge/run-017").error().code, Code::kConflict);
  EXPECT_EQ(Main(), start_);
}

TEST_F(Landings, ABranchThatIsCheckedOutElsewhereIsLeftAlone) {
  Sh(repo(), "git worktree add -q ../linked other");
  const std::string other = Ref("refs/heads/other");
  ExpectRefused(Land(LandHow::kAuto, "other"), "linked");
  EXPECT_EQ(Ref("refs/heads/other"), other);
  Sh(repo(), "git worktree remove ../linked");
}

TEST_F(Landings, FromALinkedWorktreeItsBranchMoves) {
  Sh(repo(), "git worktree add -q ../linked other");
  auto linked = Workspaces::Open({root() + "/linked", trees(), RunId{17}}).value();
  ASSERT_TRUE(linked->Land({}));
  EXPECT_EQ(Ref("refs/heads/other"), tip_);
  EXPECT_EQ(Sh(root() + "/linked", "git status --porcelain; cat new.txt"), "new");
  EXPECT_EQ(Main(), start_);
  Sh(repo(), "git worktree remove ../linked");
}

TEST_F(Landings, ALockedIndexIsSaidAndLeft) {
  Sh(repo(), "touch .git/index.lock");
  ExpectRefused(Land(), "index.lock");
  EXPECT_EQ(Sh(repo(), "rm .git/index.lock; git status --porcelain"), "");
  ASSERT_TRUE(Land());
}

TEST_F(Landings, TheHooksOfTheUserAreRun) {
  Sh(repo(), R"(mkdir -p .git/hooks
printf '#!/bin/sh\ngrep -q thing "$1" || exit 1\nprintf "Ticket: 7\\n" >> "$1"\n' > .git/hooks/commit-msg
printf '#!/bin/sh\necho merged >> %s/merged\n' "$PWD/.." > .git/hooks/post-merge
chmod +x .git/hooks/*)");
  LandRequest request;
  request.how = LandHow::kSquash;
  request.message = "Other words";
  ExpectRefused(workspaces_->Land(request), "commit-msg");
  ASSERT_TRUE(Land(LandHow::kSquash));
  EXPECT_TRUE(Message().ends_with("Ticket: 7")) << Message();
  EXPECT_EQ(Sh(root(), "cat merged"), "merged");
  EXPECT_EQ(Sh(repo(), "ls .git | grep -c FORGE_LAND || true"), "0");
}

TEST_F(Landings, WithoutHooksWhenAsked) {
  Sh(repo(), R"(mkdir -p .git/hooks
for h in commit-msg post-merge; do printf '#!/bin/sh\necho ran >> %s/ran\nexit 1\n' "$PWD/.." > .git/hooks/$h; done
chmod +x .git/hooks/*)");
  LandRequest request;
  request.how = LandHow::kSquash;
  request.hooks = false;
  ASSERT_TRUE(workspaces_->Land(request));
  EXPECT_FALSE(Exists(root() + "/ran"));
}

using LandDeathTest = Landings;

TEST_F(LandDeathTest, KilledAnywhereItIsLandedOrNotAndTheNextFinishes) {
  for (LandHow how : {LandHow::kAuto, LandHow::kSquash, LandHow::kMerge}) {
    for (const char* point : {"land-made", "land-intended", "landed"}) {
      SCOPED_TRACE(point);
      Sh(repo(), "echo own >> dir/c.txt; echo u > untracked.txt");
      EXPECT_EXIT(
          {
            if (!ArmCrash(point)) std::_Exit(2);
            std::_Exit(Land(how) ? 0 : 1);
          },
          testing::KilledBySignal(SIGKILL), "");
      auto landed = Land(how);
      ASSERT_TRUE(landed) << Describe(landed.error());
      EXPECT_EQ(Files("main"), Files(tip_));
      EXPECT_EQ(Sh(repo(), "git status --porcelain; cat untracked.txt"), " M dir/c.txt\n?? untracked.txt\nu");
      EXPECT_EQ(Ref("refs/forge/17/landing"), "");
      EXPECT_LE(CountCommits(start_ + "..main"), how == LandHow::kMerge ? 3 : 2);
      Sh(repo(), fmt::format("git reset -q --hard {} && git clean -qfd", start_));
    }
  }
}

// What a git that was killed itself leaves: some files of the new commit, one of them cut off, its lock.
TEST_F(LandDeathTest, WhatAKilledGitLeftIsTakenBackAndLanded) {
  const char* remains[] = {
      "git cat-file blob $tip:a.txt > a.txt; touch .git/index.lock",
      "git cat-file blob $tip:new.txt > new.txt; rm b.txt tool.sh; touch .git/index.lock",
      "git cat-file blob $tip:a.txt | head -c 5 > a.txt; printf ne > new.txt; touch .git/index.lock",
      "git read-tree -m -u HEAD $tip",  // all of it, but for the branch
      "git read-tree -m -u HEAD $tip; touch .git/HEAD.lock .git/refs/heads/main.lock",
  };
  for (const char* remain : remains) {
    SCOPED_TRACE(remain);
    Sh(repo(), "echo own >> dir/c.txt");
    Sh(repo(), fmt::format("tip={}; git update-ref refs/forge/17/landing $tip; {}", tip_, remain));
    auto landed = Land();
    ASSERT_TRUE(landed) << Describe(landed.error());
    EXPECT_EQ(Main(), tip_);
    EXPECT_EQ(Status(), " M dir/c.txt");
    Sh(repo(), fmt::format("git reset -q --hard {} && git clean -qfd", start_));
  }
}

// The git of a killed landing is still running when the next landing looks at the branch, and moves it then.
TEST_F(LandDeathTest, AGitThatComesToItsEndAfterAllIsNotUndone) {
  for (const LandHow how : {LandHow::kAuto, LandHow::kSquash, LandHow::kMerge}) {
    Sh(repo(), fmt::format("git update-ref refs/forge/17/landing {}; rm -f .git/ready; echo own >> dir/c.txt", tip_));
    std::thread mover([&] {
      ProcessSpec spec = ShellCommand(fmt::format(
          "trap 'git merge -q --ff-only {}; exit' TERM; : >.git/ready; while :; do sleep 0.01; done", tip_));
      spec.cwd = repo();
      spec.env = {{"FORGE_LAND_GIT", repo()}};
      EXPECT_TRUE(RunProcess(spec));
    });
    Sh(repo(), "until [ -e .git/ready ]; do sleep 0.01; done");
    auto landed = Land(how);
    mover.join();
    ASSERT_TRUE(landed) << Describe(landed.error());
    EXPECT_EQ(Files("main"), Files(tip_));
    EXPECT_EQ(Status(), " M dir/c.txt");
    EXPECT_EQ(Ref("refs/forge/17/landing"), "");
    Sh(repo(), fmt::format("git reset -q --hard {} && git clean -qfd", start_));
  }
}

// Killed right after it moved the branch.
TEST_F(LandDeathTest, TheLocksOfAKilledGitGoAlsoWhereTheBranchHasMoved) {
  Sh(repo(),
     fmt::format("git merge -q --ff-only {0}; git update-ref refs/forge/17/landing {0}; touch .git/HEAD.lock", tip_));
  auto landed = Land();
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(landed->how, "already");
  EXPECT_EQ(Sh(repo(), "ls .git/*.lock 2>/dev/null || true"), "");
}

TEST_F(LandDeathTest, ALockThatNoLandingLeftStays) {
  Sh(repo(), "touch .git/HEAD.lock");
  EXPECT_FALSE(Land());
  EXPECT_EQ(Sh(repo(), "ls .git/*.lock; rm .git/HEAD.lock"), ".git/HEAD.lock");
  EXPECT_EQ(Main(), start_);
}

TEST_F(LandDeathTest, WhatTheUserDidSinceIsNotTakenForIt) {
  Sh(repo(), fmt::format("git update-ref refs/forge/17/landing {}; echo mine >> a.txt", tip_));
  EXPECT_FALSE(Land());
  EXPECT_EQ(Sh(repo(), "tail -1 a.txt"), "mine");
  EXPECT_EQ(Main(), start_);
}

// The user's ignored files are as dear as untracked ones.
class LandingsOnIgnored : public Landings {
 protected:
  void SetUp() override {
    Landings::SetUp();
    const std::string three =
        Work(*workspaces_, "s3", UnitId{5},
             "echo '*.o' > .gitignore; echo theirs > .env; echo file > out; mkdir deep; echo x > deep/x");
    ASSERT_TRUE(workspaces_->Integrate("s3", three, UnitId{6}, "step three"));
    tip_ = workspaces_->Tip().value();
    Sh(repo(),
       "printf '.env\n/deep\n' >> .git/info/exclude; echo mine > .env; mkdir -p out/sub; echo dear > out/sub/data");
    Sh(repo(), "echo flat > deep");
  }
};

TEST_F(LandingsOnIgnored, AreRefusedAndNamed) {
  for (const LandHow how : {LandHow::kAuto, LandHow::kFastForward, LandHow::kMerge, LandHow::kSquash}) {
    const auto landed = Land(how);
    ExpectRefused(landed, ".env, deep, out/sub/data");
    ExpectRefused(landed, "--overwrite-ignored");
    EXPECT_EQ(Sh(repo(), "cat .env deep out/sub/data"), "mine\nflat\ndear");
  }
  Sh(repo(), "rm -r .env deep out");
  EXPECT_TRUE(Land());
  EXPECT_EQ(Sh(repo(), "cat .env"), "theirs");
}

// A file that could not be looked at was taken for none, and overwritten.
TEST_F(LandingsOnIgnored, AreNotOverwrittenBecauseTheyCannotBeLookedAt) {
  for (const char* what : {"look", "list"}) {
    bool met = true;
    for (int n = 1; met; ++n) {
      ASSERT_LT(n, 200);
      ASSERT_TRUE(ArmFaults(fmt::format("{}:{}:EIO@{}/log", what, n, root())));
      EXPECT_FALSE(Land()) << what << n;
      DisarmFaults();
      met = Exists(root() + "/log");
      ASSERT_TRUE(RemoveFile(root() + "/log"));
      EXPECT_EQ(Sh(repo(), "cat .env deep out/sub/data"), "mine\nflat\ndear") << what << n;
    }
  }
}

TEST_F(LandingsOnIgnored, AfterAMergeWithTheUsersCommitsToo) {
  Sh(repo(), "echo u > u.txt; git add u.txt; git commit -q -m user");
  start_ = Main();
  ExpectRefused(Land(), ".env, deep, out/sub/data");
  EXPECT_EQ(Sh(repo(), "cat .env deep out/sub/data"), "mine\nflat\ndear");
}

TEST_F(LandingsOnIgnored, KeepACopyWhenTheyMayBeOverwritten) {
  LandRequest request;
  request.overwrite_ignored = true;
  const auto landed = workspaces_->Land(request);
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(Main(), tip_);
  EXPECT_EQ(Sh(repo(), "cat .env out deep/x"), "theirs\nfile\nx");
  ASSERT_EQ(landed->kept.size(), 1U);
  EXPECT_TRUE(landed->kept[0].ends_with("/.git/forge-overwritten/run-017-1")) << landed->kept[0];
  EXPECT_EQ(Sh(landed->kept[0], "cat .env deep out/sub/data"), "mine\nflat\ndear");
  EXPECT_EQ(workspaces_->Land(request)->kept, landed->kept) << "and told again";
  EXPECT_EQ(ListOverwritten(repo(), RunId{17}).value(), landed->kept);
  EXPECT_EQ(ListOverwritten(repo(), std::nullopt).value(), landed->kept);
  EXPECT_TRUE(ListOverwritten(repo(), RunId{1}).value().empty());
}

// A process in the background of the test.
class Background {
 public:
  Background(const std::string& cwd, std::vector<std::string> argv, const std::string& program) {
    spec_.argv = std::move(argv);
    spec_.program = FindProgram(program).value();
    spec_.cwd = cwd;
    thread_ = std::jthread([this](const std::stop_token& stop) {
      EXPECT_TRUE(RunProcess(spec_, stop));
      ended_ = true;
    });
    const auto is_it = [&](const ProcessAtWork& process) { return process.argv == spec_.argv; };
    while (!ended_ && std::ranges::none_of(FindAtWork({cwd}), is_it)) std::this_thread::yield();
  }

 private:
  ProcessSpec spec_;
  std::atomic<bool> ended_ = false;
  std::jthread thread_;
};

TEST_F(LandDeathTest, ALockThatAGitOfTheUserMayHoldIsLeft) {
  const auto expect_left = [&](const std::string& lock) {
    const auto refused = Land();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::kConflict);
    EXPECT_NE(refused.error().message.find("is at work in the repository"), std::string::npos)
        << refused.error().message;
    EXPECT_TRUE(Exists(lock));
    EXPECT_EQ(Main(), start_);
    EXPECT_NE(Ref("refs/forge/17/landing"), "") << "the next one finishes it";
  };
  const std::string elsewhere = root() + "/elsewhere";
  Sh(repo(), "git worktree add -q --detach " + elsewhere);
  for (const char* name : {"HEAD.lock", "refs/heads/main.lock", "index.lock"}) {
    SCOPED_TRACE(name);
    const std::string lock = repo() + "/.git/" + name;
    Sh(repo(), fmt::format("git update-ref refs/forge/17/landing {}; touch {}", tip_, lock));
    {
      const Background git(elsewhere + "/dir", {"git", "60"}, "sleep");
      expect_left(lock);
    }
    {
      const Background git(root(), {"git", "-c", "sleep 60; :", "--git-dir=" + repo() + "/.git"}, "sh");
      expect_left(lock);
    }
    {
      const Background git(repo() + "/dir", {"git", "60"}, "sleep");
      expect_left(lock);
    }
    {
      const std::string gone = root() + "/gone";
      ASSERT_TRUE(MakeDirectories(gone));
      const Background git(gone, {"git", "60"}, "sleep");
      ASSERT_TRUE(RemoveTree(gone));
      expect_left(lock);  // nobody can tell where it works
    }
    {
      const Background editor("/", {"sh", "-c", "exec 9<" + lock + "; sleep 60"}, "sh");
      while (Exists(lock) && FindWithOpen(lock).empty()) std::this_thread::yield();
      expect_left(lock);
    }
    const Background daemon(repo(), {"git-monitor--daemon", "60"}, "sleep");
    const Background shell(repo(), {"sh", "60"}, "sleep");
    const Background clone(root(), {"git", "60"}, "sleep");  // in no repository
    const auto landed = Land();
    ASSERT_TRUE(landed) << Describe(landed.error());
    EXPECT_FALSE(Exists(lock));
    Sh(repo(), fmt::format("git reset -q --hard {} && git clean -qfd", start_));
  }
}

// Our git would have left a lock of ours. Whether theirs still works, nobody but they can see.
TEST_F(LandDeathTest, ALockOfAnotherUserIsLeft) {
  if (Sh(repo(), "id -u") != "0") GTEST_SKIP() << "only root can give a file away";
  const std::string lock = repo() + "/.git/refs/heads/main.lock";
  Sh(repo(), fmt::format("git update-ref refs/forge/17/landing {}; touch {}; chown 65534 {}", tip_, lock, lock));
  const auto refused = Land();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kConflict);
  EXPECT_NE(refused.error().message.find("main.lock belongs to another user (uid 65534)"), std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().hint.find("remove the file"), std::string::npos) << refused.error().hint;
  EXPECT_TRUE(Exists(lock));
  EXPECT_EQ(Main(), start_);
  Sh(repo(), "chown 0 " + lock);
  EXPECT_TRUE(Land());
  EXPECT_FALSE(Exists(lock));
}

using LandOnIgnoredDeathTest = LandingsOnIgnored;

TEST_F(LandOnIgnoredDeathTest, AfterAKillTheCopiesAreStillTold) {
  LandRequest request;
  request.overwrite_ignored = true;
  for (const char* point : {"land-intended", "landed"}) {
    SCOPED_TRACE(point);
    EXPECT_EXIT(
        {
          if (!ArmCrash(point)) std::_Exit(2);
          std::_Exit(workspaces_->Land(request) ? 0 : 1);
        },
        testing::KilledBySignal(SIGKILL), "");
    const auto landed = workspaces_->Land(request);
    ASSERT_TRUE(landed) << Describe(landed.error());
    ASSERT_FALSE(landed->kept.empty());
    EXPECT_EQ(Sh(landed->kept.back(), "cat .env deep out/sub/data"), "mine\nflat\ndear");
    EXPECT_EQ(Sh(repo(), "ls .git/forge-overwritten | grep -c landing || true"), "0");
    Sh(repo(), fmt::format("git reset -q --hard {}; rm -rf .env deep out; echo mine > .env; mkdir -p out/sub; "
                           "echo dear > out/sub/data; echo flat > deep",
                           start_));
  }
}

// The git of the killed landing had overwritten a file.
TEST_F(LandOnIgnoredDeathTest, AFileThatAKilledGitOverwroteIsPutBack) {
  LandRequest request;
  request.overwrite_ignored = true;
  EXPECT_EXIT(
      {
        if (!ArmCrash("land-intended")) std::_Exit(2);
        std::_Exit(workspaces_->Land(request) ? 0 : 1);
      },
      testing::KilledBySignal(SIGKILL), "");
  Sh(repo(), "echo theirs > .env; rm -r out; echo file > out; touch .git/index.lock");
  ExpectRefused(Land(), "--overwrite-ignored");
  EXPECT_EQ(Sh(repo(), "cat .env deep out/sub/data"), "mine\nflat\ndear");
}

TEST_F(LandingsOnIgnored, DoNotMatterOnABranchThatIsNotCheckedOut) {
  const auto landed = Land(LandHow::kAuto, "feature");
  ASSERT_TRUE(landed) << Describe(landed.error());
  EXPECT_EQ(Sh(repo(), "cat .env deep out/sub/data"), "mine\nflat\ndear");
}

}  // namespace
}  // namespace forge
