// The proof of the tree that ships, the record of landings, and what takes one back.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "os/files/files.h"
#include "workspace/land_request.h"
#include "workspace/landings.h"
#include "workspace/testing/user_repository.h"
#include "workspace/unlanded.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class TakenBack : public UserRepository {
 protected:
  void SetUp() override {
    UserRepository::SetUp();
    Sh(repo(), "git reset -q --hard; git clean -qfdx; rm -f .git/hooks/*");
    workspaces_ = Open();
    start_ = Sh(repo(), "git rev-parse HEAD");
    const std::string one = Work(*workspaces_, "s1", UnitId{1}, "sed -i 's/^1$/one/' a.txt; echo new > new.txt");
    ASSERT_TRUE(workspaces_->Integrate("s1", one, UnitId{3}, "step one"));
  }
  void TearDown() override {
    workspaces_.reset();
    Remember();
    UserRepository::TearDown();
  }
  // The trees that were asked about are kept.
  Result<Landed> Land(bool answer, const std::string& meanwhile = "") {
    LandRequest request;
    request.message = "Do the thing";
    request.verify = [this, answer, meanwhile](const std::string&, const std::string& tree) -> Result<bool> {
      asked_.push_back(tree);
      if (!meanwhile.empty() && asked_.size() == 1) Sh(repo(), meanwhile);
      return answer;
    };
    return workspaces_->Land(request);
  }
  Result<Landed> Undo() {
    const auto record = FindLastLanding(repo(), std::nullopt);
    if (!record) return std::unexpected(record.error());
    return workspaces_->Undo(*record);
  }
  std::string Main() { return Sh(repo(), "git rev-parse main"); }
  void MoveMain() { Sh(repo(), "echo more > more.txt; git add more.txt; git commit -q -m more"); }

  std::unique_ptr<Workspaces> workspaces_;
  std::string start_;
  std::vector<std::string> asked_;
};

TEST_F(TakenBack, ATreeThatTheRunLeftIsNotAskedAbout) {
  ASSERT_TRUE(Land(false));
  EXPECT_TRUE(asked_.empty());
  EXPECT_NE(Main(), start_);
}

TEST_F(TakenBack, AMergedTreeThatFailsMovesNothing) {
  MoveMain();
  const std::string before = Main();
  const auto landed = Land(false);
  ASSERT_TRUE(landed);
  EXPECT_TRUE(landed->rejected);
  EXPECT_EQ(asked_.size(), 1U);
  EXPECT_EQ(Main(), before);
  EXPECT_FALSE(FindLastLanding(repo(), std::nullopt));
}

TEST_F(TakenBack, ABranchThatMovesWhileItIsVerifiedIsVerifiedAgain) {
  MoveMain();
  ASSERT_TRUE(Land(true, "echo late > late.txt; git add late.txt; git commit -q -m late"));
  ASSERT_EQ(asked_.size(), 2U);
  EXPECT_EQ(Sh(repo(), "git rev-parse main^{tree}"), asked_[1]);
}

TEST_F(TakenBack, ACheckoutThatSwitchesWhileItIsVerifiedStaysWhereItIs) {
  MoveMain();
  const std::string before = Main();
  const auto landed = Land(true, "git switch -q -c elsewhere");
  ASSERT_FALSE(landed);
  EXPECT_EQ(landed.error().code, Code::kConflict);
  EXPECT_EQ(Main(), before);
  EXPECT_EQ(Sh(repo(), "git rev-parse elsewhere"), before);
}

TEST_F(TakenBack, OnlyAnUnverifiedMergeSaysSo) {
  MoveMain();
  LandRequest request;
  request.message = "Do the thing";
  const auto landed = workspaces_->Land(request);
  ASSERT_TRUE(landed);
  EXPECT_TRUE(landed->unverified);
  EXPECT_NE(Sh(repo(), "git show -s --format=%B main").find("Forge-Unverified:"), std::string::npos);
  ASSERT_TRUE(Undo());
  ASSERT_TRUE(Land(true));
  EXPECT_EQ(Sh(repo(), "git show -s --format=%B main").find("Forge-Unverified:"), std::string::npos);
}

// git refuses a range with a merge in it, whatever its tip is.
TEST_F(TakenBack, TheRevertThatIsNamedWorksWhereAMergeIsBelowTheTip) {
  MoveMain();
  ASSERT_TRUE(Land(true));
  const std::string start = Sh(repo(), "git rev-parse main^1");
  Sh(repo(), "echo two > two.txt; git add two.txt; git commit -q -m two");
  const auto landed = FindLastLanding(repo(), std::nullopt);
  ASSERT_TRUE(landed);
  LandingRecord record = *landed;
  record.commit = Main();  // the run's own last commit stands above the merge
  Sh(repo(), "echo later > later.txt; git add later.txt; git commit -q -m later");
  const auto undone = workspaces_->Undo(record);
  ASSERT_FALSE(undone);
  const std::string hint = undone.error().hint;
  const std::size_t command = hint.find("git revert");
  ASSERT_NE(command, std::string::npos) << hint;
  Sh(repo(), "GIT_EDITOR=true " + hint.substr(command));
  EXPECT_EQ(Sh(repo(), "git diff --stat " + start + " HEAD -- . ':!later.txt'"), "") << hint;
}

TEST_F(TakenBack, TheLastLandingIsTheNewestThatItsBranchStillContains) {
  ASSERT_TRUE(Land(true));
  const auto record = FindLastLanding(repo(), std::nullopt);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->before, start_);
  EXPECT_EQ(FindLastLanding(repo(), RunId{99}).error().code, Code::kNotFound);
  ASSERT_TRUE(Undo());
  EXPECT_EQ(Main(), start_);
  EXPECT_EQ(FindLastLanding(repo(), std::nullopt).error().code, Code::kNotFound);
}

TEST_F(TakenBack, ARecordThatWasCutShortIsPassedOver) {
  ASSERT_TRUE(MakeDirectories(repo() + "/.git/forge"));
  ASSERT_TRUE(AppendFile(repo() + "/.git/forge/landings.jsonl", "{\"run\": 3, \"bran"));
  ASSERT_TRUE(Land(true));
  const auto records = ReadLandings(repo() + "/.git");
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 1U);
  EXPECT_EQ(records->front().branch, "main");
}

TEST_F(TakenBack, ARunIsUnlandedAgain) {
  LandRequest squash;
  squash.how = LandHow::kSquash;
  ASSERT_TRUE(workspaces_->Land(squash));
  EXPECT_EQ(FindStandings(repo(), {RunId{17}}).value().at(RunId{17}), WorkStanding::kLanded);
  ASSERT_TRUE(Undo());
  EXPECT_EQ(FindStandings(repo(), {RunId{17}}).value().at(RunId{17}), WorkStanding::kUnlanded);
}

TEST_F(TakenBack, IgnoredFilesAreNotOverwrittenOnTheWayBack) {
  const std::string two = Work(*workspaces_, "s2", UnitId{4}, "rm b.txt");
  ASSERT_TRUE(workspaces_->Integrate("s2", two, UnitId{5}, "step two"));
  ASSERT_TRUE(Land(true));
  Sh(repo(), "echo b.txt >> .git/info/exclude; echo precious > b.txt");
  const std::string landed = Main();
  const auto undone = Undo();
  ASSERT_FALSE(undone);
  EXPECT_NE(undone.error().message.find("b.txt"), std::string::npos);
  EXPECT_EQ(Main(), landed);
  EXPECT_EQ(Sh(repo(), "cat b.txt"), "precious");
}

TEST_F(TakenBack, AnotherGitThatWorksThereIsLeftAlone) {
  ASSERT_TRUE(Land(true));
  const std::string landed = Main();
  Sh(repo(), "touch .git/index.lock");
  const auto undone = Undo();
  ASSERT_FALSE(undone);
  EXPECT_EQ(undone.error().code, Code::kConflict);
  EXPECT_EQ(Sh(repo(), "ls .git/index.lock"), ".git/index.lock");
  EXPECT_EQ(Main(), landed);
  Sh(repo(), "rm .git/index.lock");
  EXPECT_EQ(Sh(repo(), "git status --porcelain"), "");
  EXPECT_TRUE(Undo());
}

TEST_F(TakenBack, AnUntrackedFileInTheWayStays) {
  const std::string two = Work(*workspaces_, "s2", UnitId{4}, "rm b.txt");
  const std::string old = Sh(repo(), "cat b.txt");
  ASSERT_TRUE(workspaces_->Integrate("s2", two, UnitId{5}, "step two"));
  ASSERT_TRUE(Land(true));
  const std::string landed = Main();
  Sh(repo(), "git show " + start_ + ":b.txt > b.txt; echo more >> b.txt");
  const auto undone = Undo();
  ASSERT_FALSE(undone);
  EXPECT_EQ(undone.error().code, Code::kConflict);
  EXPECT_EQ(Main(), landed);
  EXPECT_EQ(Sh(repo(), "cat b.txt"), old + "\nmore");
  EXPECT_EQ(Ref("refs/forge/17/undoing"), "");
}

TEST_F(TakenBack, AnUndoThatWasKilledAfterTheBranchMovedIsFound) {
  ASSERT_TRUE(Land(true));
  EXPECT_FALSE(FindBegunUndo(repo()).value());
  const auto stopped = [&] {
    const LandingRecord record = FindLastLanding(repo(), std::nullopt).value();
    return workspaces_->Undo(record, [](const Landed&) -> Status { return Fail(Code::kUnavailable, "stopped"); });
  }();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(Main(), start_);
  const auto begun = FindBegunUndo(repo()).value();
  ASSERT_TRUE(begun);
  ASSERT_TRUE(workspaces_->FinishUndo(*begun));
  EXPECT_FALSE(FindBegunUndo(repo()).value());
}

}  // namespace
}  // namespace forge
