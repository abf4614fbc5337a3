// How work reaches the run's branch.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Integration : public RunRepository {
 protected:
  Integrated Integrate(const std::string& lane, const std::string& snapshot, int unit,
                       const std::string& message = "message") {
    auto integrated = workspaces_->Integrate(lane, snapshot, UnitId{unit}, message);
    if (integrated) return *integrated;
    ADD_FAILURE() << Describe(integrated.error());
    return {};
  }
  int Made() { return CountCommits("refs/forge/17/base..refs/heads/forge/run-017"); }
};

TEST_F(Integration, OneCommitWithMessageAndTrailers) {
  std::string snapshot =
      Work(*workspaces_, "s1", UnitId{1}, "git mv a.txt z.txt; git commit -q -m own; echo x > x.txt");
  Integrated done = Integrate("s1", snapshot, 23, "Add x\n\nBecause.\n");
  EXPECT_FALSE(done.empty);
  EXPECT_FALSE(done.conflict);
  EXPECT_EQ(done.commit, Tip());
  EXPECT_EQ(Sh(repo(), "git show -s --format=%B " + Tip()), "Add x\n\nBecause.\n\nForge-Run: 17\nForge-Unit: 17.23");
  EXPECT_EQ(Files(Tip()), Files(snapshot));
  EXPECT_EQ(Sh(repo(), "git rev-parse " + Tip() + "^"), Ref("refs/forge/17/base"));
  EXPECT_EQ(Sh(repo(), "git show -s --format=%an " + Tip()), "Ann");
}

TEST_F(Integration, DifferentFilesComeTogether) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt; rm b.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "echo two > two.txt; chmod -x tool.sh");
  Integrate("s1", one, 3);
  Integrated done = Integrate("s2", two, 4);
  EXPECT_EQ(Sh(repo(), "git ls-tree -r --name-only " + done.commit + " | tr '\\n' ' '"),
            ".gitignore a.txt dir/c.txt link one.txt tool.sh two.txt");
  EXPECT_EQ(Made(), 2);
}

TEST_F(Integration, DifferentPlacesOfOneFileComeTogether) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1$/one/' a.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^10$/ten/' a.txt");
  Integrate("s1", one, 3);
  Integrate("s2", two, 4);
  EXPECT_EQ(Show(Tip(), "a.txt"), "one\n2\n3\n4\n5\n6\n7\n8\n9\nten");
}

TEST_F(Integration, ARenameAndAnEditComeTogether) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "mv a.txt moved.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^10$/ten/' a.txt");
  Integrate("s1", one, 3);
  Integrate("s2", two, 4);
  EXPECT_TRUE(Show(Tip(), "moved.txt").ends_with("ten"));
}

TEST_F(Integration, TheSamePlaceIsAConflictAndNothingMoves) {
  std::string one =
      Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^5$/five/' a.txt; echo 1 > \"$(printf 'new\\nline')\"");
  std::string two =
      Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^5$/cinq/' a.txt; echo 2 > \"$(printf 'new\\nline')\"; rm b.txt");
  std::string tip = Integrate("s1", one, 3).commit;
  Integrated done = Integrate("s2", two, 4);
  ASSERT_TRUE(done.conflict);
  EXPECT_FALSE(done.empty);
  EXPECT_EQ(done.commit, tip);
  EXPECT_EQ(done.conflict->files, (std::vector<std::string>{"a.txt", "new\nline"}));
  EXPECT_NE(done.conflict->details.find("Merge conflict in a.txt"), std::string::npos) << done.conflict->details;
  EXPECT_EQ(Tip(), tip);
  EXPECT_EQ(Integrate("s2", two, 4).conflict->files, done.conflict->files);
}

TEST_F(Integration, ADeletedAndChangedFileIsAConflict) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "rm a.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "echo 11 >> a.txt");
  Integrate("s1", one, 3);
  Integrated done = Integrate("s2", two, 4);
  ASSERT_TRUE(done.conflict);
  EXPECT_EQ(done.conflict->files, std::vector<std::string>{"a.txt"});
}

TEST_F(Integration, NothingChangedIsEmptyAndMakesNoCommit) {
  std::string tip = workspaces_->Tip().value();
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo object > ignored.o");
  for (int i = 0; i < 2; ++i) {
    Integrated done = Integrate("s1", snapshot, 2);
    EXPECT_TRUE(done.empty);
    EXPECT_EQ(done.commit, tip);
  }
  EXPECT_EQ(Made(), 0);
}

TEST_F(Integration, WhatOthersBroughtInAlreadyIsEmpty) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^5$/five/' a.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^5$/five/' a.txt");
  Integrate("s1", one, 3);
  EXPECT_TRUE(Integrate("s2", two, 4).empty);
}

TEST_F(Integration, ASecondCallFindsWhatTheFirstDid) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "echo two > two.txt");
  std::string first = Integrate("s1", one, 3).commit;
  std::string second = Integrate("s2", two, 4).commit;
  EXPECT_EQ(Integrate("s1", one, 3).commit, first);
  EXPECT_EQ(Integrate("s2", two, 4).commit, second);
  EXPECT_EQ(Tip(), second);
  EXPECT_EQ(Made(), 2);
}

TEST_F(Integration, AnAgentsWordsDoNotPassForOurRecord) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "echo two > two.txt");
  Integrate("s1", one, 3, "lie\n\nForge-Unit: 17.4\n\nForge-Unit: 17.4");
  Integrate("s2", two, 4);
  EXPECT_EQ(Show(Tip(), "two.txt"), "two");
}

TEST_F(Integration, UnitsWhoseNumbersBeginAlikeAreDifferent) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt");
  std::string two = Work(*workspaces_, "s2", UnitId{2}, "echo two > two.txt");
  Integrate("s1", one, 33);
  Integrate("s2", two, 3);
  EXPECT_EQ(Made(), 2);
}

TEST_F(Integration, ALaneThatGoesOnBringsOnlyWhatIsNew) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^5$/five/' a.txt");
  Integrate("s1", one, 2);
  std::string other = Work(*workspaces_, "s2", UnitId{3}, "sed -i 's/^five$/FIVE/' a.txt");
  Integrate("s2", other, 4);
  // The same line again would be a conflict if the lane's older change counted once more.
  std::string more = Work(*workspaces_, "s1", UnitId{5}, "sed -i 's/^10$/ten/' a.txt", one);
  EXPECT_FALSE(Integrate("s1", more, 6).conflict);
  EXPECT_EQ(Show(Tip(), "a.txt"), "1\n2\n3\n4\nFIVE\n6\n7\n8\n9\nten");
}

TEST_F(Integration, ABranchThatOthersMoveIsFollowed) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt");
  Sh(repo(),
     "git update-ref refs/heads/forge/run-017 $(git commit-tree -p forge/run-017 -m theirs $(git rev-parse "
     "other^{tree}))");
  Integrate("s1", snapshot, 2);
  EXPECT_EQ(Made(), 2);
  EXPECT_EQ(Show(Tip(), "one.txt"), "one");
}

TEST_F(Integration, ManyAtOnceAllArrive) {
  constexpr int kLanes = 6;
  std::vector<std::string> snapshots;
  for (int i = 0; i < kLanes; ++i) {
    snapshots.push_back(Work(*workspaces_, fmt::format("s{}", i), UnitId{i + 1}, fmt::format("echo x > f{}", i)));
  }
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kLanes; ++i) {
      threads.emplace_back([&, i] {
        // Half of them through another Workspaces, as another process would.
        auto own = Open();
        Workspaces& workspaces = i % 2 == 0 ? *workspaces_ : *own;
        auto done =
            workspaces.Integrate(fmt::format("s{}", i), snapshots[static_cast<std::size_t>(i)], UnitId{100 + i}, "m");
        EXPECT_TRUE(done && !done->conflict && !done->empty) << (done ? "" : Describe(done.error()));
      });
    }
  }
  EXPECT_EQ(Made(), kLanes);
  EXPECT_EQ(Sh(repo(), "git ls-tree --name-only forge/run-017 | grep -c '^f'"), std::to_string(kLanes));
}

TEST_F(Integration, ABranchThatIsCheckedOutDoesNotMove) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt");
  std::string tip = workspaces_->Tip().value();
  Sh(repo(), "git worktree add -q ../looking forge/run-017");
  auto done = workspaces_->Integrate("s1", snapshot, UnitId{2}, "m");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::kConflict);
  EXPECT_NE(done.error().message.find("/looking"), std::string::npos) << done.error().message;
  EXPECT_EQ(Tip(), tip);
  Sh(repo(), "git -C ../looking checkout -q --detach");
  EXPECT_NE(Integrate("s1", snapshot, 2).commit, tip);
  EXPECT_EQ(Sh(root() + "/looking", "git status --porcelain"), "");
}

TEST_F(Integration, AnAgentOnTheBranchDoesNotHoldItUp) {
  std::string snapshot = Work(*workspaces_, "s1", UnitId{1}, "git checkout -q forge/run-017; echo one > one.txt");
  std::string made = Integrate("s1", snapshot, 2).commit;
  EXPECT_EQ(made, Tip());
  EXPECT_EQ(Show(made, "one.txt"), "one");
}

TEST_F(Integration, WhatIsNoSnapshotIsRefused) {
  EXPECT_EQ(workspaces_->Integrate("s1", std::string(40, '1'), UnitId{1}, "m").error().code, Code::kNotFound);
  EXPECT_EQ(workspaces_->Integrate("s1", workspaces_->Base().value(), UnitId{1}, "m").error().code, Code::kInvalid);
}

TEST_F(Integration, SquashMakesOneCommitAndKeepsTheOthers) {
  Integrate("s1", Work(*workspaces_, "s1", UnitId{1}, "echo one > one.txt"), 2);
  std::string before = Integrate("s2", Work(*workspaces_, "s2", UnitId{3}, "echo two > two.txt"), 4).commit;
  for (int i = 0; i < 2; ++i) {
    auto done = workspaces_->Squash(UnitId{5}, "All of it");
    ASSERT_TRUE(done) << Describe(done.error());
    EXPECT_FALSE(done->empty);
    EXPECT_EQ(done->commit, Tip());
    EXPECT_EQ(Made(), 1);
  }
  EXPECT_EQ(Files(Tip()), Files(before));
  EXPECT_EQ(Sh(repo(), "git show -s --format=%B " + Tip()), "All of it\n\nForge-Run: 17\nForge-Unit: 17.5");
  EXPECT_EQ(Ref("refs/forge/17/unsquashed-1"), before);
  EXPECT_EQ(Refs("refs/forge/17/unsquashed-*").size(), 1u);
  EXPECT_EQ(workspaces_->ChangedFiles(""), (std::vector<std::string>{"one.txt", "two.txt"}));
}

TEST_F(Integration, SquashOfNothingIsEmpty) {
  std::string tip = workspaces_->Tip().value();
  auto done = workspaces_->Squash(UnitId{1}, "m");
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->empty);
  EXPECT_EQ(done->commit, tip);
  EXPECT_TRUE(Refs("refs/forge/17/unsquashed-*").empty());
}

TEST_F(Integration, LanesGoOnAfterASquash) {
  std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1$/one/' a.txt");
  Integrate("s1", one, 2);
  std::string late = Work(*workspaces_, "s2", UnitId{3}, "sed -i 's/^one$/uno/' a.txt");
  std::string own = Work(*workspaces_, "run", UnitId{4}, "echo own > own.txt; sed -i 's/^10$/ten/' a.txt");
  ASSERT_TRUE(workspaces_->Squash(UnitId{5}, "m"));
  // Their base is no longer in the branch's history.
  EXPECT_FALSE(Integrate("s2", late, 6).conflict);
  EXPECT_TRUE(Show(Tip(), "a.txt").starts_with("uno\n2"));
  ASSERT_TRUE(workspaces_->Prepare("run", own));
  EXPECT_EQ(Sh(workspaces_->PathOf("run"), "cat own.txt; sed -n '1p;10p' a.txt"), "own\nuno\nten");
  // What was squashed is not brought in again.
  EXPECT_EQ(Integrate("s1", one, 2).commit, Tip());
  ASSERT_TRUE(workspaces_->Squash(UnitId{7}, "m"));
  EXPECT_EQ(Made(), 1);
  EXPECT_EQ(Refs("refs/forge/17/unsquashed-*").size(), 2u);
}

TEST_F(Integration, ASquashAfterTheLanesOwnMergeHoldsItsWork) {
  Integrate("s1", Work(*workspaces_, "s1", UnitId{1}, "echo bug > one.txt"), 2);
  const std::string fix = Work(*workspaces_, "run", UnitId{3}, "echo fixed > one.txt");
  EXPECT_TRUE(*workspaces_->IsUnmerged("run", fix));
  Integrate("run", fix, 4);
  EXPECT_FALSE(*workspaces_->IsUnmerged("run", fix));
  for (int i = 0; i < 2; ++i) {  // the second call finds the first one's commit
    const auto done = workspaces_->Squash(UnitId{4}, "m");
    ASSERT_TRUE(done) << Describe(done.error());
    EXPECT_EQ(done->commit, Tip());
    EXPECT_EQ(Show(Tip(), "one.txt"), "fixed");
    EXPECT_EQ(Made(), 1);
  }
  EXPECT_FALSE(*workspaces_->IsUnmerged("run", fix));
}

TEST_F(Integration, ACommitIsOnTheBranchWhateverIsMergedAfterIt) {
  const std::string one = Work(*workspaces_, "s1", UnitId{1}, "echo 1 > one.txt");
  const std::string commit = workspaces_->Integrate("s1", one, UnitId{2}, "one")->commit;
  const std::string two = Work(*workspaces_, "s2", UnitId{3}, "echo 2 > one.txt");
  EXPECT_FALSE(*workspaces_->IsOnBranch(two));
  ASSERT_TRUE(workspaces_->Integrate("s2", two, UnitId{4}, "two"));
  EXPECT_TRUE(*workspaces_->IsOnBranch(commit));
  EXPECT_FALSE(workspaces_->IsOnBranch(std::string(40, '1')));
}

TEST_F(Integration, WorkIsUnmergedUntilTheBranchHasIt) {
  const std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1$/one/' a.txt");
  const std::string two = Work(*workspaces_, "s2", UnitId{2}, "sed -i 's/^10$/ten/' a.txt");
  EXPECT_TRUE(*workspaces_->IsUnmerged("s1", one));
  Integrate("s1", one, 3);
  EXPECT_FALSE(*workspaces_->IsUnmerged("s1", one));
  EXPECT_TRUE(*workspaces_->IsUnmerged("s2", two));
  // The same change again, in another lane: there is nothing new in it.
  EXPECT_FALSE(*workspaces_->IsUnmerged("s3", one));
  EXPECT_FALSE(*workspaces_->IsUnmerged("s4", Work(*workspaces_, "s4", UnitId{5}, "true")));
}

}  // namespace
}  // namespace forge
