// What Snapshot captures.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Snapshots : public UserRepository {
 protected:
  // A script's work as snapshot, which is then prepared in another lane: what is there must be what was there.
  std::string RoundTrip(const std::string& script) {
    auto workspaces = Open();
    std::string snapshot = Work(*workspaces, "s1", UnitId{++unit_}, script);
    EXPECT_EQ(Files(snapshot), FilesOnDisk(workspaces->PathOf("s1")));
    auto path = workspaces->Prepare("s2", snapshot);
    EXPECT_TRUE(path);
    EXPECT_EQ(FilesOnDisk(*path), Files(snapshot));
    EXPECT_EQ(Sh(repo(), "git rev-parse " + snapshot + "^"), workspaces->Base().value());
    return snapshot;
  }
  int unit_ = 0;
};

TEST_F(Snapshots, HoldNewChangedAndDeletedFiles) {
  std::string snapshot =
      RoundTrip("echo new > new.txt; mkdir d2; echo d > d2/d; echo x >> a.txt; rm dir/c.txt; > empty");
  EXPECT_EQ(Open()->ChangedFiles(snapshot),
            (std::vector<std::string>{"a.txt", "d2/d", "dir/c.txt", "empty", "new.txt"}));
}

TEST_F(Snapshots, HoldRenamesModesAndLinks) {
  std::string snapshot = RoundTrip(
      "mv a.txt z.txt; chmod +x b.txt; chmod -x tool.sh; ln -sf nowhere link; ln -s dir d3; "
      "rm -r dir; ln -s /etc dir; mkfifo pipe");
  std::string files = Files(snapshot);
  EXPECT_EQ(Sh(repo(), "git ls-tree " + snapshot + " b.txt | cut -c1-6"), "100755") << files;
  EXPECT_EQ(Sh(repo(), "git ls-tree " + snapshot + " tool.sh | cut -c1-6"), "100644") << files;
  EXPECT_EQ(Sh(repo(), "git ls-tree " + snapshot + " dir | cut -c1-6"), "120000") << files;
  EXPECT_EQ(files.find("pipe"), std::string::npos) << files;
}

TEST_F(Snapshots, HoldALinkThatLeadsNowhereBesideFilesOfOtherLineEnds) {
  Sh(repo(), "git config core.autocrlf input");
  Remember();
  auto workspaces = Open();
  const std::string snapshot =
      Work(*workspaces, "s1", UnitId{1}, "printf 'a\\r\\n' > mixed.txt; rm link; ln -s link link");
  EXPECT_EQ(Show(snapshot, "link"), "link");
}

TEST_F(Snapshots, HoldWeirdNames) {
  std::string snapshot = RoundTrip(R"script(
    printf x > "$(printf 'new\nline')"; printf x > "$(printf '\377\376')"; printf x > ./-rf; printf x > ' lead'
    printf x > 'a"b\c'; printf x > ':(exclude)y'; printf x > '*'; printf x > '[a]'; printf x > 'trail '
    mkdir ./-d; printf x > ./-d/--; printf x > 'é'; printf x > "$(printf 'tab\there')"; printf x > .gitkeep
    printf x > '~'; printf x > '#c'; printf x > '!n')script");
  EXPECT_EQ(Open()->ChangedFiles(snapshot)->size(), 16u);
}

TEST_F(Snapshots, HoldWhatTheAgentCommittedAndForced) {
  std::string snapshot = RoundTrip(R"(
    echo one > one.txt; git add one.txt; git commit -q -m one; echo two > two.txt; git add two.txt; git commit -q -m two
    echo forced > forced.o; git add -f forced.o; echo committed > committed.o; git add -f committed.o; git commit -q -m o
    echo dirty >> one.txt)");
  EXPECT_EQ(Show(snapshot, "one.txt"), "one\ndirty");
  EXPECT_EQ(Show(snapshot, "forced.o"), "forced");
  EXPECT_EQ(Show(snapshot, "committed.o"), "committed");
}

TEST_F(Snapshots, SeeChangesThatKeepSizeAndTimes) {
  auto workspaces = Open();
  for (int i = 1; i <= 5; ++i) {
    std::string script = fmt::format("touch -r a.txt stamp; printf '{}\\n' > b.txt; touch -r stamp b.txt; rm stamp", i);
    EXPECT_EQ(Show(Work(*workspaces, "s1", UnitId{i}, script), "b.txt"), std::to_string(i));
  }
}

TEST_F(Snapshots, SeeChangesThatGitWasToldToOverlook) {
  std::string snapshot = RoundTrip(
      "git update-index --assume-unchanged a.txt; git update-index --skip-worktree b.txt; echo x > a.txt; echo x > "
      "b.txt");
  EXPECT_EQ(Show(snapshot, "a.txt"), "x");
  EXPECT_EQ(Show(snapshot, "b.txt"), "x");
}

// Root can read everything: run it as another user to see it fail.
TEST_F(Snapshots, HoldWhatMayNotBeRead) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, R"(
    echo secret > secret; chmod 000 secret; mkdir closed; echo in > closed/in; chmod 000 closed; chmod 000 dir
    mkdir fixed; echo f > fixed/f; chmod 555 fixed)");
  EXPECT_EQ(Open()->ChangedFiles(snapshot), (std::vector<std::string>{"closed/in", "fixed/f", "secret"}));
  Sh(workspaces->PathOf("s1"), "chmod 000 dir closed secret; chmod 555 fixed");
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  EXPECT_EQ(FilesOnDisk(workspaces->PathOf("s1")), Files(workspaces->Tip().value()));
}

TEST_F(Snapshots, HoldTheFilesOfRepositoriesMadeInside) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, R"(
    mkdir -p vendor/lib fresh added/deep 'od d'
    (cd vendor/lib && git init -q && echo lib > lib.c && git add -A && git commit -q -m lib && echo dirty > dirty.c &&
     git init -q inner && echo inner > inner/inner.c && git -C inner add -A && git -C inner commit -q -m inner)
    (cd fresh && git init -q && echo fresh > fresh.c)
    (cd 'od d' && git init -q && echo odd > '*')
    (cd added && git init -q && echo deep > deep/deep.c && git add -A && git commit -q -m added)
    git add added 2>/dev/null
    (cd dir && git init -q && echo tracked >> c.txt && echo new > new.c))");
  EXPECT_EQ(Show(snapshot, "vendor/lib/lib.c"), "lib");
  EXPECT_EQ(Show(snapshot, "vendor/lib/dirty.c"), "dirty");
  EXPECT_EQ(Show(snapshot, "vendor/lib/inner/inner.c"), "inner");
  EXPECT_EQ(Show(snapshot, "fresh/fresh.c"), "fresh");
  EXPECT_EQ(Show(snapshot, "od d/*"), "odd");
  EXPECT_EQ(Show(snapshot, "added/deep/deep.c"), "deep");
  EXPECT_EQ(Show(snapshot, "dir/c.txt"), "c\ntracked");
  EXPECT_EQ(Show(snapshot, "dir/new.c"), "new");
  EXPECT_EQ(Files(snapshot).find(" 160000 "), std::string::npos);
  EXPECT_EQ(workspaces->Snapshot("s1", UnitId{2}), snapshot);
  auto path = workspaces->Prepare("s2", snapshot);
  ASSERT_TRUE(path);
  EXPECT_EQ(FilesOnDisk(*path), Files(snapshot));
  ASSERT_TRUE(workspaces->Prepare("s1", snapshot));
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  EXPECT_EQ(Sh(workspaces->PathOf("s1"), "ls"), "a.txt\nb.txt\ndir\nlink\ntool.sh");
}

TEST_F(Snapshots, LeaveSubmodulesWhatTheyAre) {
  Sh(root(), "git clone -q --bare repo sub.git");
  Sh(repo(),
     "git config --file ../gitconfig protocol.file.allow always; git stash -q -u; git submodule --quiet add "
     "../sub.git sub; git commit -q -m sub; git stash pop -q");
  Remember();
  auto workspaces = Open();
  std::string link = Sh(repo(), "git ls-tree HEAD sub");
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > x.txt");
  EXPECT_EQ(Sh(repo(), "git ls-tree " + snapshot + " sub"), link);
  EXPECT_EQ(workspaces->ChangedFiles(snapshot), std::vector<std::string>{"x.txt"});
  std::string populated =
      Work(*workspaces, "s1", UnitId{2}, "git submodule --quiet update --init; echo in > sub/in.txt; echo y > y.txt");
  EXPECT_EQ(Sh(repo(), "git ls-tree " + populated + " sub"), link);
  std::string added =
      Work(*workspaces, "s1", UnitId{3}, fmt::format("git submodule --quiet add {}/sub.git two", root()));
  EXPECT_EQ(Sh(repo(), "git ls-tree " + added + " two | cut -c1-6"), "160000");
  Remember();  // the agent's submodules are in the configuration that all worktrees share
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  ASSERT_TRUE(workspaces->Release("s1"));
}

TEST_F(Snapshots, OfASparseCheckoutKeepWhatIsNotThere) {
  Sh(root(), "git clone -q repo second && cd second && git sparse-checkout set --no-cone '/*' '!/dir/'");
  auto workspaces = Workspaces::Open({root() + "/second", trees(), RunId{17}}).value();
  std::string snapshot =
      Work(*workspaces, "s1", UnitId{1}, "test ! -e dir; echo x > x.txt; mkdir dir; echo out > dir/new.txt");
  EXPECT_EQ(workspaces->ChangedFiles(snapshot), (std::vector<std::string>{"dir/new.txt", "x.txt"}));
}

TEST_F(Snapshots, TheSameTreeIsTheSameCommit) {
  auto workspaces = Open();
  std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo x > x.txt");
  EXPECT_EQ(workspaces->Snapshot("s1", UnitId{1}), snapshot);
  EXPECT_EQ(workspaces->Snapshot("s1", UnitId{2}), snapshot);
  EXPECT_EQ(Ref("refs/forge/17/s1/1"), snapshot);
  EXPECT_EQ(Ref("refs/forge/17/s1/2"), snapshot);
  Sh(workspaces->PathOf("s1"), "echo y > y.txt");
  std::string later = workspaces->Snapshot("s1", UnitId{2}).value();
  EXPECT_NE(later, snapshot);
  EXPECT_EQ(Ref("refs/forge/17/s1/2"), later);
}

TEST_F(Snapshots, LeaveTheAgentsIndexAlone) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Prepare("s1", ""));
  std::string path = workspaces->PathOf("s1");
  Sh(path, "echo staged > staged.txt; git add staged.txt; echo untracked > untracked.txt");
  std::string before = Sh(path, "git status --porcelain; ls \"$(git rev-parse --git-dir)\"");
  ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{1}));
  EXPECT_EQ(Sh(path, "git status --porcelain; ls \"$(git rev-parse --git-dir)\""), before);
}

TEST_F(Snapshots, OfALaneThatWasNeverPreparedAreRefused) {
  EXPECT_EQ(Open()->Snapshot("s1", UnitId{1}).error().code, Code::kNotFound);
}

TEST_F(Snapshots, TakeTheUsersFiltersAndLineEndsAsTheyAre) {
  Sh(repo(),
     "git config core.autocrlf input; git config core.safecrlf true; git config filter.up.clean 'tr a-z A-Z'; "
     "git config filter.up.smudge 'tr A-Z a-z'");
  Remember();
  auto workspaces = Open();
  std::string snapshot =
      Work(*workspaces, "s1", UnitId{1},
           "printf 'a\\r\\nb\\n' > mixed.txt; echo '*.up filter=up' > .gitattributes; echo low > x.up");
  EXPECT_EQ(Show(snapshot, "x.up"), "LOW");
  EXPECT_EQ(Show(snapshot, "mixed.txt"), "a\nb");
  ASSERT_TRUE(workspaces->Prepare("s2", snapshot));
  EXPECT_EQ(Sh(workspaces->PathOf("s2"), "cat x.up; git status --porcelain | grep -v '^A' || true"), "low");
}

}  // namespace
}  // namespace forge
