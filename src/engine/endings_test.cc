// What stands between a lane's last stage and its end.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

UnitOutcome Wrote(const std::string& commit, bool unmerged = true) {
  UnitOutcome outcome = Done();
  outcome.snapshot = commit;
  outcome.unmerged = unmerged;
  return outcome;
}

Stage Skipped(Stage stage) {
  stage.when = "require run.flags.never == true";
  return stage;
}

TEST(Endings, WorkOnNoBranchIsAskedAboutBeforeTheRunIsDone) {
  Driven run(Pipelines({Agent("build"), Skipped(Integrate("commit")), Learn("learn")}));
  run.Begin();
  run.End("build", Wrote("c0ffee"));
  run.End("?commit", Gated(false, true));
  run.End("learn", Done());
  ASSERT_EQ(run.status(), RunStatus::kWaiting);
  EXPECT_EQ(run.TheQuestion().options, (Names{"integrate", "leave", "stop"}));
  EXPECT_EQ(run.TheQuestion().text,
            "the work of the run itself (snapshot c0ffee) is on no branch; integrate it, or leave it out?");
  run.Answer("integrate");
  ASSERT_EQ(run.Flying(), Names{"commit"});
  EXPECT_EQ(run.At("commit").kind, UnitKind::kIntegrate);
  run.End("commit", Done());
  run.End("learn", Done());
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Endings, APersonMayLeaveWorkOut) {
  Driven run(Pipelines({Agent("build"), Skipped(Integrate("commit"))}));
  run.Begin();
  run.End("build", Wrote("c0ffee"));
  run.End("?commit", Gated(false, true));
  EXPECT_TRUE(Said(run.Answer("leave"), "work-left"));
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Endings, AStoppedRunAsksAgainAfterARetry) {
  Driven run(Pipelines({Agent("build"), Skipped(Integrate("commit"))}));
  run.Begin();
  run.End("build", Wrote("c0ffee"));
  run.End("?commit", Gated(false, true));
  run.Answer("stop");
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  run.Do(ControlKind::kRetry);
  run.End("?commit", Gated(false, true));
  EXPECT_EQ(run.TheQuestion().options.front(), "integrate");
}

TEST(Endings, APipelineWithoutAnIntegrateStageCanOnlyLeaveOrStop) {
  Driven run(Pipelines({Agent("build"), Learn("learn")}));
  run.Begin();
  run.End("build", Wrote("c0ffee"));
  run.End("learn", Done());
  EXPECT_EQ(run.TheQuestion().options, (Names{"leave", "stop"}));
}

TEST(Endings, AStepIsNotDoneWhileItsWorkIsOnNoBranch) {
  Driven run(Pipelines({Each("each")}, {Agent("work"), Skipped(Integrate("merge"))}), Plan("h1", {Step("s1")}));
  run.Begin();
  run.End("s1/work", Wrote("c0ffee"));
  run.End("s1/?merge", Gated(false, true));
  EXPECT_EQ(run.step("s1"), StepStatus::kWaiting);
  run.Answer("integrate");
  run.End("s1/merge", Done());
  EXPECT_EQ(run.step("s1"), StepStatus::kDone);
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Endings, AMergeThatSendsWorkBackLeavesItUnmerged) {
  Driven run(Pipelines({Agent("build"), Integrate("commit", "build")}));
  run.Begin();
  run.End("build", Wrote("c1"));
  UnitOutcome rejected = Wrote("c2");
  rejected.passed = false;
  run.End("commit", rejected);
  EXPECT_TRUE(run.state().lane.unmerged);
  run.End("build", Wrote("c3"));
  run.End("commit", Done());
  EXPECT_FALSE(run.state().lane.unmerged);
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Endings, WorkThatTheBranchHasIsNoQuestion) {
  Driven run(Pipelines({Agent("build")}));
  run.Begin();
  run.End("build", Wrote("c0ffee", false));
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

}  // namespace
}  // namespace forge::testing
