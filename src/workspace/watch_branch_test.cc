// A branch that another program moves, and what tells one unit's work from another's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/strings.h"
#include "workspace/git.h"
#include "workspace/refs.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class WatchedBranch : public RunRepository {
 protected:
  std::string Merge(const std::string& lane, int unit, const std::string& script) {
    const std::string snapshot = Work(*workspaces_, lane, UnitId{unit}, script);
    auto done = workspaces_->Integrate(lane, snapshot, UnitId{unit + 1}, lane);
    EXPECT_TRUE(done) << Describe(done.error());
    return done ? done->commit : "";
  }
  std::set<std::string> Integrated() {
    std::set<std::string> lanes;
    const RunInGit found = workspaces_->ReadInGit().value();
    for (const auto& [lane, snapshot] : found.integrated) lanes.insert(lane);
    return lanes;
  }
  void MoveTo(const std::string& commit) { Sh(repo(), "git update-ref refs/heads/forge/run-017 " + commit); }
};

TEST_F(WatchedBranch, ABranchThatLostWorkIsRefusedWithTheWayBack) {
  workspaces_->Expect(workspaces_->Tip().value());
  const std::string base = Tip();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string work = Work(*workspaces_, "s2", UnitId{3}, "echo two > two.txt");
  MoveTo(base);
  auto merged = workspaces_->Integrate("s2", work, UnitId{4}, "two");
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().hint, "put it back: git branch -f forge/run-017 " + one);
  EXPECT_FALSE(workspaces_->Prepare("s3", ""));
  EXPECT_FALSE(workspaces_->Squash(UnitId{5}, "all"));
  EXPECT_FALSE(workspaces_->MergeCandidates("", {{"s2", work, UnitId{4}, "two"}}));
  ASSERT_TRUE(workspaces_->FindMoved().value());
  EXPECT_EQ(Tip(), base);
  ASSERT_TRUE(workspaces_->PutBack(base, one, std::nullopt));
  EXPECT_EQ(Tip(), one);
  EXPECT_FALSE(workspaces_->FindMoved().value());
  EXPECT_TRUE(workspaces_->Integrate("s2", work, UnitId{4}, "two"));
}

TEST_F(WatchedBranch, CommitsOnTopAndASquashAreNoLoss) {
  workspaces_->Expect(workspaces_->Tip().value());
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string more = Sh(repo(), "git commit-tree -p " + one + " -m more " + one + "^{tree}");
  MoveTo(more);
  EXPECT_FALSE(workspaces_->FindMoved().value());
  EXPECT_FALSE(workspaces_->Compare({one}).value());
  EXPECT_TRUE(workspaces_->Squash(UnitId{9}, "all"));
  EXPECT_FALSE(workspaces_->FindMoved().value());
}

TEST_F(WatchedBranch, CompareNamesTheNewestCommitThatIsMissing) {
  const std::string base = workspaces_->Tip().value();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  EXPECT_FALSE(workspaces_->Compare({one, two}).value());
  MoveTo(one);
  const auto moved = workspaces_->Compare({two, one}).value();
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->at, one);
  EXPECT_EQ(moved->expected, two);
}

TEST_F(WatchedBranch, ASquashThatTheJournalDoesNotKnowYetIsNoLoss) {
  const std::string base = workspaces_->Tip().value();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  ASSERT_TRUE(workspaces_->Squash(UnitId{9}, "all"));
  const std::string squashed = Tip();
  EXPECT_FALSE(workspaces_->Compare({one, two}).value());
  for (const std::string& elsewhere : {base, one}) {
    MoveTo(elsewhere);
    EXPECT_TRUE(workspaces_->Compare({one, two}).value()) << elsewhere;
    EXPECT_TRUE(workspaces_->Compare({squashed}).value()) << elsewhere;
  }
}

TEST_F(WatchedBranch, AUnitsNumberAloneIsNotItsWork) {
  Merge("s1", 1, "echo one > one.txt");  // merged as unit 2
  const std::string other = Work(*workspaces_, "s2", UnitId{1}, "echo two > two.txt");
  auto done = workspaces_->Integrate("s2", other, UnitId{2}, "two");
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->empty);
  EXPECT_EQ(Show(Tip(), "two.txt"), "two");
  const std::string again = Tip();
  EXPECT_EQ(workspaces_->Integrate("s2", other, UnitId{2}, "two")->commit, again);
  EXPECT_EQ(Tip(), again);
  // Another attempt of the same step under that number is other work too.
  const std::string more = Work(*workspaces_, "s2", UnitId{3}, "echo three > three.txt");
  ASSERT_TRUE(workspaces_->Integrate("s2", more, UnitId{2}, "three"));
  EXPECT_EQ(Show(Tip(), "three.txt"), "three");
}

TEST_F(WatchedBranch, PuttingItBackKeepsWhatWasThereAndForgetsWhatIsNotOnIt) {
  const std::string base = workspaces_->Tip().value();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string kept = Ref("refs/forge/17/s1/integrated");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  const RunInGit found = workspaces_->ReadInGit().value();
  EXPECT_EQ(found.branch, two);
  EXPECT_EQ(found.units, (std::map<std::int64_t, std::string>{{1, "s1"}, {3, "s2"}}));
  EXPECT_EQ(found.commits.rbegin()->first, 4);
  EXPECT_EQ(Integrated(), (std::set<std::string>{"s1", "s2"}));
  ASSERT_TRUE(workspaces_->PutBack(two, one, std::map<std::string, std::string>{{"s1", kept}}));
  EXPECT_EQ(Tip(), one);
  EXPECT_EQ(Ref("refs/forge/17/replaced-1"), two);
  EXPECT_EQ(Ref("refs/forge/17/s1/integrated"), kept);
  EXPECT_EQ(Ref("refs/forge/17/s2/integrated"), "");
  // From elsewhere it is not moved.
  ASSERT_TRUE(workspaces_->PutBack(two, base, std::nullopt));
  EXPECT_EQ(Tip(), one);
}

TEST_F(WatchedBranch, TheNewestCommitIsTheOneThatContainsTheOthers) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  EXPECT_EQ(workspaces_->Newest({two, one}).value(), two);
  EXPECT_EQ(workspaces_->Newest({one, two}).value(), two);
  EXPECT_EQ(workspaces_->Newest({}).value(), "");
}

TEST_F(WatchedBranch, AStepThatTheBranchHasLostIsNotOnIt) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  Merge("s2", 3, "echo two > two.txt");
  MoveTo(one);
  EXPECT_EQ(Integrated(), std::set<std::string>{"s1"});
}

TEST_F(WatchedBranch, WorkThatAPersonMovedOffItIsNotOnItAfterTheNextMergeEither) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  const std::string lost = Ref("refs/forge/17/s2/integrated");
  MoveTo(one);
  ASSERT_TRUE(workspaces_->AcceptLoss(one));
  EXPECT_EQ(Ref("refs/forge/17/replaced-1"), two);
  EXPECT_EQ(Ref("refs/forge/17/s2/dropped"), lost);
  Merge("s3", 5, "echo three > three.txt");
  EXPECT_EQ(Integrated(), (std::set<std::string>{"s1", "s3"}));
}

TEST_F(WatchedBranch, ALossThatWasAcceptedCanStillBePutBack) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  const std::string lost = Ref("refs/forge/17/s2/integrated");
  MoveTo(one);
  ASSERT_TRUE(workspaces_->AcceptLoss(one));
  ASSERT_TRUE(workspaces_->PutBack(one, two, std::nullopt));
  EXPECT_EQ(Tip(), two);
  EXPECT_EQ(Ref("refs/forge/17/s2/integrated"), lost);
}

TEST_F(WatchedBranch, PuttingItBackLeavesAloneWhatTheJournalHasNoSnapshotOf) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string adopted = Ref("refs/forge/17/s1/integrated");
  const std::string two = Merge("s2", 3, "echo two > two.txt");
  ASSERT_TRUE(workspaces_->PutBack(two, one, std::map<std::string, std::string>{{"s1", ""}}));
  EXPECT_EQ(Ref("refs/forge/17/s1/integrated"), adopted);
}

TEST_F(WatchedBranch, EveryRebasedSnapshotKeepsARef) {
  const std::string work = Work(*workspaces_, "s3", UnitId{3}, "echo three > a.txt");
  Merge("s1", 1, "echo one > a.txt");
  const std::string first = workspaces_->Rebase("s3", work)->commit;
  Merge("s2", 5, "echo two > a.txt");
  const std::string second = workspaces_->Rebase("s3", work)->commit;
  ASSERT_NE(first, second);
  EXPECT_EQ(Ref("refs/forge/17/s3/conflicted"), second);
  EXPECT_EQ(Ref("refs/forge/17/s3/conflicted-1"), first);
  // A journal that was put back continues from the first: its conflict markers must not reach the branch.
  auto merged = workspaces_->Integrate("s3", first, UnitId{9}, "three");
  ASSERT_TRUE(merged);
  EXPECT_TRUE(merged->conflict && merged->conflict->unresolved);
}

TEST_F(WatchedBranch, WhatAKilledEngineHadKeptIsNotKeptTwice) {
  const std::string base = workspaces_->Tip().value();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  Sh(repo(), "git update-ref refs/forge/17/replaced-1 " + one);
  ASSERT_TRUE(workspaces_->PutBack(one, base, std::map<std::string, std::string>{}));
  EXPECT_EQ(Tip(), base);
  EXPECT_EQ(Ref("refs/forge/17/replaced-2"), "");
  EXPECT_EQ(Ref("refs/forge/17/s1/integrated"), "");
}

TEST_F(WatchedBranch, AShortageOfTheMachineIsNoLoss) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const std::string path = std::getenv("PATH");
  Sh(root(),
     "mkdir short && printf '#!/bin/sh\\ncase \"$*\" in *rev-list*) echo \"fatal: pack: Too many open files\" "
     ">&2; exit 128;; esac\\nPATH=\"%s\" exec git \"$@\"\\n' \"$PATH\" >short/git && chmod +x short/git");
  ::setenv("PATH", (root() + "/short:" + path).c_str(), 1);
  const auto moved = workspaces_->Compare({one});
  ::setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, Code::kExhausted);
}

TEST_F(WatchedBranch, ItIsNotPutBackToNothing) {
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const auto put = workspaces_->PutBack(one, "", std::nullopt);
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, Code::kInternal);
  EXPECT_EQ(Tip(), one);
  EXPECT_EQ(Ref("refs/forge/17/tip"), one);
}

TEST_F(WatchedBranch, ARefIsDeletedOnlyWhereItWasSeen) {
  const std::string base = workspaces_->Tip().value();
  const std::string one = Merge("s1", 1, "echo one > one.txt");
  const Git git(repo());
  const std::string name = "refs/forge/17/tip";
  EXPECT_FALSE(MoveRefs(git, repo() + "/.git", {{name, "", base}}).value());
  EXPECT_EQ(Ref(name), one);
  EXPECT_TRUE(MoveRefs(git, repo() + "/.git", {{name, "", one}}).value());
  EXPECT_EQ(Ref(name), "");
}

}  // namespace
}  // namespace forge
