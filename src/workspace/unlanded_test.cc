// Which runs have landed. What is called landed may be deleted, so doubt is "not landed".
#include "workspace/unlanded.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "os/files/files.h"
#include "workspace/land_request.h"
#include "workspace/landings.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class Standings : public UserRepository {
 protected:
  void SetUp() override {
    UserRepository::SetUp();
    Sh(repo(), "git reset -q --hard; git clean -qfdx; rm -f .git/hooks/*");
    workspaces_ = Open();
    start_ = Sh(repo(), "git rev-parse HEAD");
    AddStep("s1", 1);
  }
  void TearDown() override {
    workspaces_.reset();
    Remember();
    UserRepository::TearDown();
  }
  void AddStep(const std::string& step, int unit) {
    const std::string work = Work(*workspaces_, step, UnitId{unit}, "echo new > " + step + ".txt");
    ASSERT_TRUE(workspaces_->Integrate(step, work, UnitId{unit + 1}, step));
    tip_ = workspaces_->Tip().value();
  }
  Result<Landed> Land(LandHow how = LandHow::kAuto, const std::string& branch = "") {
    LandRequest request;
    request.how = how;
    request.branch = branch;
    request.message = "Do the thing";
    return workspaces_->Land(request);
  }
  WorkStanding Standing(RunId run = RunId{17}) {
    return FindStandings(repo(), {RunId{16}, run, RunId{19}}).value().at(run);
  }
  std::unique_ptr<Workspaces> workspaces_;
  std::string start_, tip_;
};

TEST_F(Standings, ByHistoryBySquashAndOnAnotherBranch) {
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  ASSERT_TRUE(Land(LandHow::kSquash));
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
  Sh(repo(), "rm .git/forge/landings.jsonl");
  EXPECT_EQ(Standing(), WorkStanding::kLanded) << "the squash names the tip";
  Sh(repo(), "git reset -q --hard " + start_);
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  ASSERT_TRUE(Land(LandHow::kSquash, "beside"));
  Sh(repo(), "rm .git/forge/landings.jsonl; git pack-refs --all");
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
  Sh(repo(), "git branch -q -D beside");
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  ASSERT_TRUE(Land());
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
  EXPECT_EQ(Standing(RunId{19}), WorkStanding::kNoBranch);
}

TEST_F(Standings, NeitherAMentionNorABranchOfForgeIsALanding) {
  Sh(repo(), "git commit -q --allow-empty -m 'nothing of " + tip_ + " yet' && git branch forge/run-018 " + tip_);
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  Sh(repo(), "git switch -q forge/run-017");
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded) << "to look at it is not to land it";
  Sh(repo(), "git switch -q main; git update-ref refs/remotes/origin/theirs " + tip_);
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
}

TEST_F(Standings, ADeletedBranchComesBackWithItsLanding) {
  Sh(repo(), "git branch -q -D forge/run-017");
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  ASSERT_TRUE(Land());
  Sh(repo(), "git branch -q -D forge/run-017");
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
}

TEST_F(Standings, WhatCameAfterALandingHasNotLanded) {
  ASSERT_TRUE(Land(LandHow::kSquash));
  AddStep("s2", 5);
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  ASSERT_TRUE(Land(LandHow::kSquash));
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
}

TEST_F(Standings, ARecordCountsWithoutATrailerWhileABranchHasItsCommit) {
  Sh(repo(), "printf '#!/bin/sh\\necho plain >\"$1\"\\n' >.git/hooks/commit-msg; chmod +x .git/hooks/commit-msg");
  ASSERT_TRUE(Land(LandHow::kSquash));
  EXPECT_EQ(Sh(repo(), "git log -1 --format=%B"), "plain");
  EXPECT_EQ(Standing(), WorkStanding::kLanded);
  Sh(repo(), "git reset -q --hard " + start_);
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  Sh(repo(), "git reflog expire --expire=now --all; git gc -q --prune=now");
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded) << "nothing holds the commit of the record any more";
}

TEST_F(Standings, ARecordOfAnotherTipSaysNothing) {
  const std::string common = repo() + "/.git";
  ASSERT_TRUE(NoteLanding(common, {RunId{17}, "main", "", start_, ""}));
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded) << "noted by an older Forge";
  ASSERT_TRUE(NoteLanding(common, {RunId{17}, "main", "", start_, start_}));
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded) << "of an older run with this number";
}

TEST_F(Standings, WhatGitCannotAnswerIsAnError) {
  ASSERT_TRUE(WriteFileAtomic(repo() + "/.git/refs/heads/forge/run-016", std::string(40, 'b') + "\n"));
  EXPECT_FALSE(FindStandings(repo(), {RunId{16}}));
  Sh(repo(), "rm .git/refs/heads/forge/run-016");
  EXPECT_EQ(Standing(), WorkStanding::kUnlanded);
  EXPECT_FALSE(FindStandings(root(), {RunId{17}})) << "not a repository";
}

}  // namespace
}  // namespace forge
