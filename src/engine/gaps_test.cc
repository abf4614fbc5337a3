// Criteria that no command proves: who is asked about them, and what of them is told later.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

UnitOutcome WithGaps(bool only) {
  UnitOutcome outcome = Checked(false, 1);
  outcome.result =
      ParseJson(R"({"gaps": ["a (e2e): it feels fast"], "unproven": ["no command proves a (e2e): it feels fast"]})")
          .value();
  if (only) outcome.result.Set("only_gaps", true);
  return outcome;
}

TEST(Gaps, WhatNoCommandCanProveIsAskedAtOnceAndItsAcceptanceIsKept) {
  Driven run(Pipelines({Agent("build"), Check("evidence", "build"), Agent("audit")}));
  run.Begin();
  run.End("build", Done());
  run.End("evidence", WithGaps(false));
  ASSERT_EQ(run.Flying(), Names{"build"}) << "something fails besides";
  run.End("build", Done());
  run.End("evidence", WithGaps(true));
  ASSERT_EQ(run.status(), RunStatus::kWaiting) << "no repair makes a command of a sentence";
  EXPECT_NE(run.TheQuestion().text.find("no command of the plan proves one criterion"), std::string::npos);
  EXPECT_NE(run.TheQuestion().text.find("\nno command proves a (e2e): it feels fast"), std::string::npos);
  run.Answer("accept");
  EXPECT_EQ(run.Flying(), Names{"audit"});
  EXPECT_EQ(run.Memo("evidence").result["accepted_gaps"].Dump(), R"(["a (e2e): it feels fast"])");
}

// A test failed as well when they were accepted. It passes now: only what is still without proof is told.
TEST(Gaps, OfWhatWasAcceptedOnlyTheGapsThatAreLeftAreTold) {
  for (const bool is_left : {true, false}) {
    Driven run(Pipelines({Agent("build"), Check("evidence", "build"), Review("audit", "build")}));
    run.Begin();
    run.End("build", Done());
    UnitOutcome first = WithGaps(true);
    first.summary = "the tests fail, and one criterion has no command";
    run.End("evidence", first);
    run.Answer("accept");
    ASSERT_EQ(run.state().accepted.size(), 1U);
    EXPECT_EQ(run.state().accepted[0].what, first.summary);
    run.End("audit", Revision());
    run.End("build", Done());
    UnitOutcome second = Checked(true);
    second.result = ParseJson(R"({"accepted_gaps": ["a (e2e): it feels fast"]})").value();
    Json left = Json::MakeArray();
    if (is_left) left.Append("a (e2e): it feels fast");
    second.result.Set("gaps_left", left);
    run.End("evidence", second);
    ASSERT_EQ(run.state().accepted.size(), is_left ? 1U : 0U);
    if (is_left) {
      EXPECT_EQ(run.state().accepted[0].what, "no command proves a (e2e): it feels fast");
    }
  }
}

TEST(Gaps, ACriterionThatOnlyThePlanCanMendGoesToThePlanner) {
  Stage plan = Agent("plan");
  plan.produces = "plan";
  Driven run(Pipelines({plan, Check("evidence", "plan"), Agent("after")}));
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("evidence", WithGaps(true));
  EXPECT_EQ(run.Flying(), Names{"plan"});
}

}  // namespace
}  // namespace forge::testing
