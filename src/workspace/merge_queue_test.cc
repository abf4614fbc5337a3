// The merge queue's part of Workspaces: merge without moving, look at the merged tree, advance; and steps that go back.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/strings.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class MergeQueue : public RunRepository {
 protected:
  Candidate Step(const std::string& lane, int unit, const std::string& script) {
    return {lane, Work(*workspaces_, lane, UnitId{unit}, script), UnitId{unit + 100}, "Step " + lane};
  }
  MergedCandidates Merge(const std::vector<Candidate>& candidates, const std::string& tip = "") {
    auto merged = workspaces_->MergeCandidates(tip, candidates);
    if (merged) return *merged;
    ADD_FAILURE() << Describe(merged.error());
    return {};
  }
  void MergeWhatWasPruned();
  std::string Names(const std::string& commit) {
    return Sh(repo(), "git ls-tree -r --name-only " + commit + " | tr '\\n' ' '");
  }
};

TEST_F(MergeQueue, ABatchIsAChainThatNoRefKnows) {
  const std::string tip = workspaces_->Tip().value();
  const std::vector<Candidate> batch = {Step("s1", 1, "echo 1 > one.txt"), Step("s2", 2, "touch x.o"),
                                        Step("s3", 3, "echo 3 > three.txt; rm b.txt")};
  const MergedCandidates merged = Merge(batch);
  EXPECT_FALSE(merged.conflict);
  EXPECT_EQ(merged.tip, tip);
  EXPECT_EQ(Tip(), tip);
  ASSERT_EQ(merged.commits.size(), 3U);
  EXPECT_EQ(merged.commits[1], "") << "the second brought nothing";
  EXPECT_EQ(merged.commits[2], merged.commit);
  EXPECT_EQ(Sh(repo(), "git rev-parse " + merged.commit + "^ " + merged.commits[0] + "^ " + merged.commit + "^{tree}"),
            merged.commits[0] + "\n" + tip + "\n" + merged.tree);
  EXPECT_EQ(Names(merged.commit), ".gitignore a.txt dir/c.txt link one.txt three.txt tool.sh");
}

// No ref holds a merge that is still being verified. It is remembered, and asked for again after a failure.
void MergeQueue::MergeWhatWasPruned() {
  const std::vector<Candidate> batch = {Step("s1", 1, "echo 1 > one.txt")};
  const Candidate other = Step("s2", 2, "echo 2 > two.txt");
  ASSERT_TRUE(workspaces_->Integrate(other.lane, other.snapshot, other.unit, other.message));
  const std::string before = Merge(batch).commit;
  Sh(repo(), "git gc -q --prune=now");
  ASSERT_EQ(Sh(repo(), "git cat-file -e " + before + " 2>/dev/null || echo gone"), "gone");
  const MergedCandidates merged = Merge(batch);
  EXPECT_EQ(Show(merged.commit, "one.txt") + Show(merged.commit, "two.txt"), "12");
  EXPECT_TRUE(workspaces_->Advance(merged.tip, merged.commit, batch).value());
  EXPECT_EQ(Sh(repo(), "git fsck --connectivity-only 2>&1 | grep -v dangling || true"), "");
}

TEST_F(MergeQueue, AMergeWhoseObjectsWerePrunedIsMadeAgain) { MergeWhatWasPruned(); }
TEST_F(MergeQueue, AMergeWhoseObjectsWerePrunedIsMadeAgainAlsoByAGitThatStays) {
  workspaces_.reset();
  workspaces_ =
      Workspaces::Open({.repository = repo(), .worktrees = trees(), .run = RunId{17}, .keeps_git = true}).value();
  MergeWhatWasPruned();
}

TEST_F(MergeQueue, TheMergedTreeIsVerifiedWhereNothingIsBasedOnIt) {
  const MergedCandidates merged = Merge({Step("s1", 1, "echo 1 > one.txt"), Step("s2", 2, "echo 2 > two.txt")});
  auto directory = workspaces_->PrepareAt("verify", merged.commit);
  ASSERT_TRUE(directory) << Describe(directory.error());
  EXPECT_EQ(FilesOnDisk(*directory), Files(merged.commit));
  EXPECT_EQ(Sh(*directory, "git rev-parse HEAD && git status --porcelain"), merged.commit);
  EXPECT_EQ(Tip(), merged.tip);
}

TEST_F(MergeQueue, TheFirstThatConflictsStopsTheBatch) {
  const std::vector<Candidate> batch = {Step("s1", 1, "sed -i 's/^5$/five/' a.txt"),
                                        Step("s2", 2, "sed -i 's/^5$/cinq/' a.txt"), Step("s3", 3, "echo 3 > c")};
  const MergedCandidates merged = Merge(batch);
  ASSERT_TRUE(merged.conflict);
  EXPECT_EQ(merged.conflict->files, std::vector<std::string>{"a.txt"});
  EXPECT_FALSE(merged.conflict->unresolved);
  ASSERT_EQ(merged.commits.size(), 1U);
  EXPECT_EQ(merged.commits[0], merged.commit);
  EXPECT_FALSE(Merge({batch[0], batch[2]}).conflict);
}

TEST_F(MergeQueue, AdvanceIsACompareAndSwap) {
  const std::vector<Candidate> batch = {Step("s1", 1, "echo 1 > one.txt"), Step("s2", 2, "echo 2 > two.txt")};
  const MergedCandidates late = Merge({Step("s3", 3, "echo 3 > three.txt")});
  const MergedCandidates merged = Merge(batch);
  EXPECT_EQ(workspaces_->Advance(merged.tip, merged.commit, batch), true);
  EXPECT_EQ(Tip(), merged.commit);
  EXPECT_EQ(Ref("refs/forge/17/s1/integrated"), batch[0].snapshot);
  EXPECT_EQ(Ref("refs/forge/17/s2/integrated"), batch[1].snapshot);
  EXPECT_EQ(workspaces_->Advance(late.tip, late.commit, {}), false);
  EXPECT_EQ(Tip(), merged.commit);
}

TEST_F(MergeQueue, AdvancingTwiceIsOnce) {
  const std::vector<Candidate> batch = {Step("s1", 1, "echo 1 > one.txt")};
  const std::vector<Candidate> next = {Step("s2", 2, "echo 2 > two.txt")};
  const MergedCandidates merged = Merge(batch);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(workspaces_->Advance(merged.tip, merged.commit, batch), true);
  const MergedCandidates after = Merge(next);
  EXPECT_EQ(workspaces_->Advance(after.tip, after.commit, next), true);
  EXPECT_EQ(workspaces_->Advance(merged.tip, merged.commit, batch), true) << "it is below the tip";
  EXPECT_EQ(Tip(), after.commit);
}

TEST_F(MergeQueue, WhatIsOnTheBranchAlreadyIsNotMergedAgain) {
  const std::vector<Candidate> batch = {Step("s1", 1, "echo 1 > one.txt")};
  const MergedCandidates merged = Merge(batch);
  ASSERT_EQ(workspaces_->Advance(merged.tip, merged.commit, batch), true);
  const MergedCandidates again = Merge(batch);
  EXPECT_EQ(again.commit, merged.commit);
  EXPECT_EQ(again.commits, merged.commits) << "a repeated unit names its commit";
}

TEST_F(MergeQueue, ALaneMayBeInABatchTwice) {
  const Candidate first = Step("s1", 1, "sed -i 's/^5$/five/' a.txt");
  const Candidate second{"s1", Work(*workspaces_, "s1", UnitId{2}, "sed -i 's/^five$/fünf/' a.txt", first.snapshot),
                         UnitId{102}, "again"};
  const MergedCandidates merged = Merge({first, second});
  ASSERT_FALSE(merged.conflict) << merged.conflict->details;
  EXPECT_NE(Show(merged.commit, "a.txt").find("fünf"), std::string::npos);
}

TEST_F(MergeQueue, ABranchThatIsCheckedOutDoesNotAdvance) {
  const MergedCandidates merged = Merge({Step("s1", 1, "echo 1 > one.txt")});
  Sh(repo(), "git worktree add -q ../mine forge/run-017");
  auto refused = workspaces_->Advance(merged.tip, merged.commit, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kConflict);
  Sh(repo(), "git worktree remove ../mine");
}

class GoingBack : public MergeQueue {};

TEST_F(GoingBack, AConflictIsThereWithMarkersOnTheNewBase) {
  const Candidate first = Step("s1", 1, "sed -i 's/^5$/five/' a.txt");
  const Candidate second = Step("s2", 2, "sed -i 's/^5$/cinq/' a.txt; echo 2 > two.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", first.snapshot, first.unit, "first"));
  auto rebased = workspaces_->Rebase("s2", second.snapshot);
  ASSERT_TRUE(rebased) << Describe(rebased.error());
  ASSERT_TRUE(rebased->conflict);
  EXPECT_EQ(rebased->conflict->files, std::vector<std::string>{"a.txt"});
  EXPECT_EQ(rebased->base, Tip());
  EXPECT_EQ(Sh(rebased->directory, "git rev-parse HEAD"), Tip());
  const std::string text = Sh(rebased->directory, "cat a.txt two.txt");
  EXPECT_NE(text.find("<<<<<<<"), std::string::npos) << text;
  EXPECT_LT(text.find("five"), text.find("cinq")) << "the branch's side comes first";
  EXPECT_TRUE(text.ends_with("2"));
}

TEST_F(GoingBack, TheNextAttemptStandsOnTheNewBaseAndIntegrates) {
  const Candidate first = Step("s1", 1, "sed -i 's/^5$/five/' a.txt");
  const Candidate second = Step("s2", 2, "sed -i 's/^5$/cinq/' a.txt; echo 2 > two.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", first.snapshot, first.unit, "first"));
  auto rebased = workspaces_->Rebase("s2", second.snapshot);
  ASSERT_TRUE(rebased);
  const std::string resolved = Work(*workspaces_, "s2", UnitId{3},
                                    "seq 4 > a.txt; echo 'five, cinq' >> a.txt; seq 6 10 >> a.txt", rebased->commit);
  auto integrated = workspaces_->Integrate("s2", resolved, UnitId{103}, "second");
  ASSERT_TRUE(integrated);
  ASSERT_FALSE(integrated->conflict) << integrated->conflict->details;
  EXPECT_NE(Show(Tip(), "a.txt").find("five, cinq"), std::string::npos);
  EXPECT_EQ(Show(Tip(), "two.txt"), "2");
}

TEST_F(GoingBack, RemainingMarkersDoNotReachTheBranch) {
  const Candidate first = Step("s1", 1, "sed -i 's/^5$/five/' a.txt; echo 1 > b.txt");
  const Candidate second = Step("s2", 2, "sed -i 's/^5$/cinq/' a.txt; echo 2 > b.txt");
  const std::string tip = workspaces_->Integrate("s1", first.snapshot, first.unit, "first")->commit;
  const std::string rebased = workspaces_->Rebase("s2", second.snapshot)->commit;
  auto as_it_is = workspaces_->Integrate("s2", rebased, UnitId{103}, "second");
  ASSERT_TRUE(as_it_is);
  ASSERT_TRUE(as_it_is->conflict);
  EXPECT_EQ(as_it_is->conflict->files, (std::vector<std::string>{"a.txt", "b.txt"}));
  EXPECT_TRUE(as_it_is->conflict->unresolved) << "not a new conflict: the step left it";
  const std::string half = Work(*workspaces_, "s2", UnitId{3}, "echo both > b.txt", rebased);
  EXPECT_EQ(workspaces_->Integrate("s2", half, UnitId{104}, "second")->conflict->files,
            std::vector<std::string>{"a.txt"});
  EXPECT_EQ(Tip(), tip);
  const std::string whole = Work(*workspaces_, "s2", UnitId{4}, "seq 10 > a.txt", half);
  EXPECT_FALSE(workspaces_->Integrate("s2", whole, UnitId{105}, "second")->conflict);
}

TEST_F(GoingBack, WithoutAConflictTheChangesAreAppliedAndNothingIsSaid) {
  const Candidate first = Step("s1", 1, "sed -i 's/^1$/one/' a.txt");
  const Candidate second = Step("s2", 2, "sed -i 's/^10$/ten/' a.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", first.snapshot, first.unit, "first"));
  auto rebased = workspaces_->Rebase("s2", second.snapshot);
  ASSERT_TRUE(rebased);
  EXPECT_FALSE(rebased->conflict);
  EXPECT_EQ(Sh(rebased->directory, "head -1 a.txt; tail -1 a.txt"), "one\nten");
  EXPECT_EQ(workspaces_->Rebase("s2", second.snapshot)->commit, rebased->commit) << "a second time is the same";
}

TEST_F(GoingBack, ADeletedAndChangedFileIsNamed) {
  const Candidate first = Step("s1", 1, "rm a.txt");
  const Candidate second = Step("s2", 2, "echo 11 >> a.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", first.snapshot, first.unit, "first"));
  auto rebased = workspaces_->Rebase("s2", second.snapshot);
  ASSERT_TRUE(rebased);
  ASSERT_TRUE(rebased->conflict);
  EXPECT_EQ(rebased->conflict->files, std::vector<std::string>{"a.txt"});
  EXPECT_NE(rebased->conflict->details.find("a.txt"), std::string::npos);
  EXPECT_EQ(Sh(rebased->directory, "tail -1 a.txt"), "11");
}

class RunsBelow : public MergeQueue {
 protected:
  std::unique_ptr<Workspaces> OpenChild(int run) {
    Workspaces::Options options;
    options.repository = repo();
    options.worktrees = trees();
    options.run = RunId{run};
    options.parent = RunId{17};
    return Workspaces::Open(options).value();
  }
};

TEST_F(RunsBelow, BeginAtTheirParentsTipAndEndOnItsBranch) {
  const Candidate first = Step("s1", 1, "echo 1 > one.txt");
  ASSERT_TRUE(workspaces_->Integrate("s1", first.snapshot, first.unit, "first"));
  auto child = OpenChild(18);
  EXPECT_EQ(child->Base(), Tip());
  const std::string work = Work(*child, "c1", UnitId{1}, "cat one.txt > copy.txt");
  ASSERT_TRUE(child->Integrate("c1", work, UnitId{2}, "below"));
  const std::string more = Work(*child, "c2", UnitId{3}, "rm b.txt");
  ASSERT_TRUE(child->Integrate("c2", more, UnitId{4}, "below too"));
  auto taken = workspaces_->TakeChild(RunId{18}, "s2", UnitId{5}, "all of run 18");
  ASSERT_TRUE(taken) << Describe(taken.error());
  ASSERT_TRUE(*taken);
  EXPECT_EQ((*taken)->files, (std::vector<std::string>{"b.txt", "copy.txt"}));
  auto adopted = workspaces_->Integrate("s2", (*taken)->snapshot, UnitId{5}, "all of run 18");
  ASSERT_TRUE(adopted) << Describe(adopted.error());
  EXPECT_EQ(adopted->commit, Tip());
  EXPECT_EQ(Names(Tip()), ".gitignore a.txt copy.txt dir/c.txt link one.txt tool.sh");
  auto again = workspaces_->TakeChild(RunId{18}, "s2", UnitId{5}, "again");
  ASSERT_TRUE(again && *again);
  EXPECT_EQ(workspaces_->Integrate("s2", (*again)->snapshot, UnitId{5}, "again")->commit, Tip());
  EXPECT_EQ(CountCommits("refs/forge/17/base..forge/run-017"), 2);
}

TEST_F(RunsBelow, ThatConflictMoveNothing) {
  ASSERT_TRUE(workspaces_->Tip());
  auto child = OpenChild(18);
  const std::string below = Work(*child, "c1", UnitId{1}, "sed -i 's/^5$/cinq/' a.txt");
  ASSERT_TRUE(child->Integrate("c1", below, UnitId{2}, "below"));
  const Candidate first = Step("s1", 1, "sed -i 's/^5$/five/' a.txt");
  const std::string tip = workspaces_->Integrate("s1", first.snapshot, first.unit, "first")->commit;
  auto taken = workspaces_->TakeChild(RunId{18}, "s2", UnitId{5}, "all of run 18");
  ASSERT_TRUE(taken && *taken);
  auto adopted = workspaces_->Integrate("s2", (*taken)->snapshot, UnitId{5}, "all of run 18");
  ASSERT_TRUE(adopted);
  ASSERT_TRUE(adopted->conflict);
  EXPECT_EQ(Tip(), tip);
  auto nothing = workspaces_->TakeChild(RunId{99}, "s3", UnitId{6}, "nothing");
  ASSERT_TRUE(nothing);
  EXPECT_FALSE(*nothing);
}

}  // namespace
}  // namespace forge
