// Prepare and Release of a lane's worktree in any state.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "os/files/files.h"
#include "workspace/names.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Lanes : public RunRepository {
 protected:
  // Exactly the commit's files, a detached HEAD at `base`, and nothing else but ignored files.
  void ExpectAt(const std::string& lane, const std::string& commit, const std::string& base) {
    std::string path = workspaces_->PathOf(lane);
    EXPECT_EQ(FilesOnDisk(path), Files(commit));
    EXPECT_EQ(Sh(path, "git rev-parse HEAD"), base);
    EXPECT_EQ(Sh(path, "git rev-parse --abbrev-ref HEAD"), "HEAD");
    EXPECT_EQ(Sh(path, "git diff --name-only && git ls-files -o --exclude-standard"), "");
    EXPECT_EQ(Sh(path, "git diff --cached --name-only " + commit), "");
  }
  void ExpectPrepared(const std::string& lane, const std::string& snapshot) {
    auto path = workspaces_->Prepare(lane, snapshot);
    ASSERT_TRUE(path) << Describe(path.error());
    EXPECT_EQ(*path, workspaces_->PathOf(lane));
  }
  std::vector<std::string> Left(const std::string& lane) {
    std::vector<std::string> left;
    for (const std::string& name : Refs("refs/forge/17/" + LaneName(lane) + "/")) {
      if (name.find("/left-") != std::string::npos) left.push_back(name);
    }
    return left;
  }
};

TEST_F(Lanes, BeginAtTheTip) {
  ExpectPrepared("s1", "");
  std::string tip = workspaces_->Tip().value();
  ExpectAt("s1", tip, tip);
  EXPECT_EQ(Ref("refs/forge/17/s1/base"), tip);
  EXPECT_EQ(workspaces_->PathOf("s1"), trees() + "/pool/repo-1");
  EXPECT_EQ(Sh(trees(), "readlink run-017/s1"), "../pool/repo-1");
  ExpectPrepared("s1", "");
  ExpectAt("s1", tip, tip);
  EXPECT_TRUE(Left("s1").empty());
}

TEST_F(Lanes, AnyNameWillDo) {
  for (const std::string& lane : {std::string("../../repo"), std::string("base"), std::string("tip"), std::string(""),
                                  std::string("-rf"), std::string("a b\n\xff"), std::string(300, 'x')}) {
    std::string snapshot = Work(*workspaces_, lane, UnitId{1}, "echo x > new.txt");
    EXPECT_EQ(Show(snapshot, "new.txt"), "x");
    EXPECT_TRUE(workspaces_->Release(lane));
  }
}

TEST_F(Lanes, ComeBackToASnapshotExactly) {
  std::string first = Work(*workspaces_, "s1", UnitId{1}, R"(
    echo new > new.txt; mkdir -p deep/er; echo x > deep/er/x; rm b.txt; chmod -x tool.sh; ln -sf b.txt link)");
  std::string base = workspaces_->Tip().value();
  std::string second = Work(*workspaces_, "s1", UnitId{2}, R"(
    echo other > new.txt; rm -r deep; echo file > deep; rm -r dir; ln -s /etc dir; echo more > more.txt)",
                            first);
  ExpectPrepared("s1", first);
  ExpectAt("s1", first, base);
  ExpectPrepared("s1", second);
  ExpectAt("s1", second, base);
  ExpectPrepared("s1", second);
  ExpectAt("s1", second, base);
  ExpectPrepared("s1", "");
  ExpectAt("s1", base, base);
  EXPECT_TRUE(Left("s1").empty());
}

TEST_F(Lanes, KeepIgnoredFiles) {
  ExpectPrepared("s1", "");
  std::string path = workspaces_->PathOf("s1");
  Sh(path, "echo object > x.o; mkdir out; echo built > out/it; echo new > new.txt");
  std::string snapshot = workspaces_->Snapshot("s1", UnitId{1}).value();
  ExpectPrepared("s1", "");
  EXPECT_EQ(Sh(path, "cat x.o out/it"), "object\nbuilt");
  ExpectPrepared("s1", snapshot);
  EXPECT_EQ(Sh(path, "cat x.o out/it new.txt"), "object\nbuilt\nnew");
  EXPECT_EQ(Sh(repo(), "git ls-tree -r --name-only " + snapshot + " | grep -c -e x.o -e out || true"), "0");
}

TEST_F(Lanes, SaveWhatIsInNoSnapshot) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo kept > kept.txt");
  std::string path = workspaces_->PathOf("s1");
  Sh(path, "echo unsaved > unsaved.txt; echo y >> a.txt");
  ExpectPrepared("s1", snapshot);
  ASSERT_EQ(Left("s1").size(), 1u);
  EXPECT_EQ(Show(Left("s1")[0], "unsaved.txt"), "unsaved");
  EXPECT_EQ(Show(Left("s1")[0], "kept.txt"), "kept");
  EXPECT_FALSE(Exists(path + "/unsaved.txt"));
  // The same again is known by then; something else is not.
  Sh(path, "echo unsaved > unsaved.txt; echo y >> a.txt");
  ExpectPrepared("s1", "");
  EXPECT_EQ(Left("s1").size(), 1u);
  Sh(path, "echo second > second.txt");
  ExpectPrepared("s1", "");
  ASSERT_EQ(Left("s1").size(), 2u);
  EXPECT_EQ(Show("refs/forge/17/s1/left-2", "second.txt"), "second");
}

TEST_F(Lanes, WhatTheAgentDidWithGitDoesNotMatter) {
  std::string base = workspaces_->Tip().value();
  const char* scripts[] = {
      "git add -A && git commit -q -m mine",
      "git checkout -q -b agent-branch && echo z > z && git add z && git commit -q -m z",
      "git checkout -q other 2>/dev/null || git checkout -q --detach other; git reset -q --hard",
      "git reset -q --soft HEAD; git rm -q --cached a.txt",
      "git add -A; git update-index --assume-unchanged a.txt; git update-index --skip-worktree b.txt; echo h >> a.txt; "
      "echo h >> b.txt",
      "echo garbage > .git",
      "rm .git",
      "rm .git && git init -q . && git add -A && git commit -q -m 'a repository of its own'",
      "rm .git && ln -s ../../../repo/.git .git",
      "touch \"$(git rev-parse --git-dir)/index.lock\" \"$(git rev-parse --git-dir)/HEAD.lock\"",
      "echo garbage > \"$(git rev-parse --git-dir)/index\"",
      "rm \"$(git rev-parse --git-dir)/index\"",
      "echo garbage > \"$(git rev-parse --git-dir)/HEAD\"",
      "rm -rf \"$(git rev-parse --git-dir)\"",
      "echo conflict > a.txt; git commit -q -am one; git checkout -q HEAD^; echo two > a.txt; git commit -q -am two; "
      "git "
      "merge -q HEAD@{2} || true",
      "rm -rf ./* .gitignore",
      "mkdir sub && cd sub && git init -q && echo in > in && git add in && git commit -q -m in",
      "mkdir bare && cd bare && git init -q && echo in > in",
  };
  int unit = 0;
  for (const char* script : scripts) {
    SCOPED_TRACE(script);
    ExpectPrepared("s1", "");
    Sh(workspaces_->PathOf("s1"), std::string("echo work > work.txt\n") + script);
    Sh(workspaces_->PathOf("s1"), "echo more >> more.txt");
    bool has_repository = std::string_view(script).find("mkdir ") != std::string_view::npos;
    std::string disk = has_repository ? "" : FilesOnDisk(workspaces_->PathOf("s1"));
    auto snapshot = workspaces_->Snapshot("s1", UnitId{++unit});
    ASSERT_TRUE(snapshot) << Describe(snapshot.error());
    EXPECT_TRUE(has_repository || Files(*snapshot) == disk) << Files(*snapshot) << "\nnot\n" << disk;
    EXPECT_EQ(Show(*snapshot, "more.txt"), "more");
    EXPECT_EQ(Sh(repo(), "git rev-parse " + *snapshot + "^"), base);
    ExpectPrepared("s1", "");
    ExpectAt("s1", base, base);
    ExpectPrepared("s1", *snapshot);
    EXPECT_EQ(FilesOnDisk(workspaces_->PathOf("s1")), Files(*snapshot));
    EXPECT_EQ(Sh(workspaces_->PathOf("s1"), "git status --porcelain | grep -v '^[AMD] ' || true"), "");
  }
  EXPECT_TRUE(Left("s1").empty());
  Sh(repo(), "git branch -q -D agent-branch");
}

TEST_F(Lanes, AVanishedWorktreeIsMadeAgain) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo x > new.txt");
  std::string base = workspaces_->Tip().value();
  ASSERT_TRUE(RemoveTree(workspaces_->PathOf("s1")));
  auto missing = workspaces_->Snapshot("s1", UnitId{2});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::kNotFound);
  ExpectPrepared("s1", snapshot);
  ExpectAt("s1", snapshot, base);
  EXPECT_EQ(Sh(repo(), "git worktree list | wc -l"), "2");
}

TEST_F(Lanes, ASymlinkInItsPlaceIsNotFollowed) {
  ExpectPrepared("s1", "");
  ASSERT_TRUE(RemoveTree(workspaces_->PathOf("s1")));
  Sh(root(), fmt::format("ln -s '{}' '{}'", repo(), workspaces_->PathOf("s1")));
  EXPECT_FALSE(workspaces_->Snapshot("s1", UnitId{1}));
  ExpectPrepared("s1", "");
  std::string tip = workspaces_->Tip().value();
  ExpectAt("s1", tip, tip);
}

TEST_F(Lanes, TheWorktreeOfAnotherRepositoryIsLeftAlone) {
  Sh(root(), fmt::format("git clone -q repo second && mkdir -p trees/run-017 && git -C second worktree add -q --detach "
                         "'{0}' && echo theirs > '{0}/theirs.txt'",
                         workspaces_->PathOf("s1")));
  auto path = workspaces_->Prepare("s1", "");
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, Code::kConflict);
  EXPECT_FALSE(workspaces_->Release("s1"));
  EXPECT_TRUE(Exists(workspaces_->PathOf("s1") + "/theirs.txt"));
}

TEST_F(Lanes, TheRunsOwnLaneFollowsTheTip) {
  std::string own = Work(*workspaces_, "run", UnitId{1}, "echo plan > plan.md; sed -i 's/^1$/one/' a.txt");
  std::string step = Work(*workspaces_, "s1", UnitId{2}, "echo step > step.txt; sed -i 's/^10$/ten/' a.txt");
  std::string tip = workspaces_->Integrate("s1", step, UnitId{3}, "step").value().commit;
  ExpectPrepared("run", own);
  std::string path = workspaces_->PathOf("run");
  EXPECT_EQ(Sh(path, "cat plan.md step.txt; sed -n '1p;10p' a.txt; git rev-parse HEAD"),
            "plan\nstep\none\nten\n" + tip);
  std::string next = workspaces_->Snapshot("run", UnitId{4}).value();
  EXPECT_EQ(Sh(repo(), "git rev-parse " + next + "^"), tip);
  EXPECT_EQ(workspaces_->ChangedFiles(next), (std::vector<std::string>{"a.txt", "plan.md"}));
  ExpectPrepared("run", own);
  ExpectPrepared("run", next);
  EXPECT_TRUE(Left("run").empty());
  // A step's lane stays where it was.
  ExpectPrepared("s1", step);
  EXPECT_FALSE(Exists(workspaces_->PathOf("s1") + "/plan.md"));
}

TEST_F(Lanes, AConflictOfTheRunsOwnLaneNamesTheFiles) {
  std::string own = Work(*workspaces_, "run", UnitId{1}, "sed -i 's/^1$/one/' a.txt");
  std::string step = Work(*workspaces_, "s1", UnitId{2}, "sed -i 's/^1$/eins/' a.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", step, UnitId{3}, "step"));
  auto path = workspaces_->Prepare("run", own);
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, Code::kConflict);
  EXPECT_NE(path.error().message.find("a.txt"), std::string::npos) << path.error().message;
}

TEST_F(Lanes, WhatTheRunsOwnLaneBroughtInDoesNotConflictWithWhatWasBuiltOnIt) {
  std::string own = Work(*workspaces_, "run", UnitId{1}, "sed -i 's/^1$/one/' a.txt");
  ASSERT_TRUE(workspaces_->Integrate("run", own, UnitId{2}, "own"));
  std::string step = Work(*workspaces_, "s1", UnitId{3}, "sed -i 's/^one$/uno/' a.txt");
  std::string tip = workspaces_->Integrate("s1", step, UnitId{4}, "step").value().commit;
  ExpectPrepared("run", own);
  ExpectAt("run", tip, tip);
}

TEST_F(Lanes, ASnapshotThatIsNoneIsRefused) {
  EXPECT_EQ(workspaces_->Prepare("s1", std::string(40, '1')).error().code, Code::kNotFound);
  EXPECT_EQ(workspaces_->Prepare("s1", workspaces_->Base().value()).error().code, Code::kInvalid);
  EXPECT_FALSE(Exists(workspaces_->PathOf("s1")));
}

TEST_F(Lanes, NothingInReleasedOnesIsLost) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo x > new.txt");
  Sh(workspaces_->PathOf("s1"), "echo unsaved > unsaved.txt; mkdir ro; echo r > ro/f; chmod 555 ro");
  ASSERT_TRUE(workspaces_->Release("s1"));
  EXPECT_FALSE(Exists(workspaces_->PathOf("s1")));
  EXPECT_EQ(Sh(trees(), "ls"), "pool\npool.lock");
  ASSERT_EQ(Left("s1").size(), 1u);
  EXPECT_EQ(Show(Left("s1")[0], "unsaved.txt"), "unsaved");
  EXPECT_EQ(Ref("refs/forge/17/s1/1"), snapshot);
  EXPECT_TRUE(workspaces_->Release("s1"));
  EXPECT_TRUE(workspaces_->Release("never"));
  ExpectPrepared("s1", snapshot);
  ExpectAt("s1", snapshot, workspaces_->Base().value());
}

TEST_F(Lanes, TheUsersOwnWorktreesAreNotPruned) {
  Sh(repo(), "git worktree add -q --detach ../absent && rm -rf ../absent");
  ExpectPrepared("s1", "");
  ASSERT_TRUE(workspaces_->Release("s1"));
  EXPECT_EQ(Sh(repo(), "git worktree list --porcelain | grep -c '/absent$'"), "1");
}

TEST_F(Lanes, ThatShareAPlaceHaveOneWorktreeOneAfterTheOther) {
  workspaces_->Share("s1", "(steps)");
  workspaces_->Share("s2", "(steps)");
  std::string first = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt; echo object > built.o");
  ASSERT_TRUE(workspaces_->Integrate("s1", first, UnitId{2}, "m"));
  const std::string path = workspaces_->PathOf("s1");
  ASSERT_TRUE(workspaces_->Release("s1"));
  EXPECT_EQ(workspaces_->PathOf("s2"), path);
  ExpectPrepared("s2", "");
  EXPECT_EQ(Sh(path, "cat one.txt built.o"), "one\nobject") << "ignored files are there for the next";
  EXPECT_EQ(Sh(repo(), "git worktree list | wc -l"), "2");
  std::string second = Work(*workspaces_, "s2", UnitId{3}, "echo two > two.txt");
  EXPECT_EQ(workspaces_->ChangedFiles(second), std::vector<std::string>{"two.txt"});
  // The first goes on: what the second left is in its snapshot, and saved once.
  ExpectPrepared("s1", first);
  EXPECT_FALSE(Exists(path + "/two.txt"));
  EXPECT_TRUE(Left("s1").empty());
  EXPECT_EQ(workspaces_->IntegratedFiles("s1"), std::vector<std::string>{"one.txt"});
  EXPECT_EQ(workspaces_->IntegratedFiles("s2"), std::vector<std::string>());
  // Unsaved work of one is saved before another has the place.
  Sh(path, "echo unsaved > unsaved.txt");
  ExpectPrepared("s2", second);
  EXPECT_EQ(Show("refs/forge/17/s2/left-1", "unsaved.txt"), "unsaved");
  ASSERT_TRUE(workspaces_->ReleaseAll());
  EXPECT_FALSE(Exists(trees() + "/run-017"));
}

TEST_F(Lanes, GoSideBySide) {
  std::vector<std::string> snapshots(6);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
      threads.emplace_back([&, i] {
        std::string lane = fmt::format("s{}", i % 3);
        if (!workspaces_->Prepare(lane, "")) return;
        auto snapshot = workspaces_->Snapshot(lane, UnitId{static_cast<std::int64_t>(i)});
        if (snapshot) snapshots[i] = *snapshot;
      });
    }
  }
  for (const std::string& snapshot : snapshots) EXPECT_FALSE(snapshot.empty());
  EXPECT_EQ(Sh(repo(), "git worktree list | wc -l"), "4");
}

}  // namespace
}  // namespace forge
