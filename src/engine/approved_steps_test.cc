// An approval of a plan is one of its steps: who approved others is asked again.
#include <gtest/gtest.h>

#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Flying = std::vector<std::string>;

Stage JudgesOf(AsksAgain asks_again) {
  Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b", "second"}, "plan");
  panel.members[2].after = {"a", "b"};
  panel.asks_again = asks_again;
  return panel;
}

TEST(ApprovedSteps, AnApprovalOfOtherStepsDoesNotCount) {
  for (const int rules : {11, kRules}) {
    for (const AsksAgain asks_again : {AsksAgain::kUnconvinced, AsksAgain::kOne}) {
      Driven run(Pipelines({Agent("plan"), JudgesOf(asks_again), Agent("build")}));
      run.start.rules = rules;
      run.Begin();
      run.End("plan", Planned(LoosePlan("h1", 1)));
      run.End("gates:a", Approved());
      run.End("gates:b", Approved());
      run.End("gates:second", Revision());
      run.End("plan", Planned(LoosePlan("h2", 2)));
      EXPECT_EQ(run.Flying(), Flying{"gates:second"}) << "first of all who wanted changes";
      run.End("gates:second", Approved());
      if (rules == kRules) {
        EXPECT_EQ(run.Flying(), (Flying{"gates:a", "gates:b"})) << "they approved a plan without the second step";
        run.End("gates:a", Approved());
        run.End("gates:b", Approved());
      }
      EXPECT_EQ(run.Flying(), Flying{"build"});
    }
  }
}

TEST(ApprovedSteps, WhoApprovedOtherStepsIsAskedOnceTheOthersAreContent) {
  Stage gates = JudgesOf(AsksAgain::kOne);
  gates.max_iterations = 5;
  Driven run(Pipelines({Agent("plan"), gates, Agent("build")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Revision());
  run.End("gates:b", Approved());
  run.End("gates:second", Approved());
  run.End("plan", Planned(LoosePlan("h2", 2)));
  EXPECT_EQ(run.Flying(), Flying{"gates:a"});
  const Decision again = run.End("gates:a", Revision());
  EXPECT_EQ(NoteOf(again, "revision").data["summary"].AsString(),
            "1 of 3 members ask for changes (2 not asked in this round)");
  run.End("plan", Planned(LoosePlan("h3", 3)));
  EXPECT_EQ(run.Flying(), Flying{"gates:a"});
  run.End("gates:a", Approved());
  EXPECT_EQ(run.Flying(), Flying{"gates:b"}) << "`second` is shown what `b` says";
  const Decision refused = run.End("gates:b", Revision());
  EXPECT_TRUE(Said(refused, "member-unasked")) << "the plan changes again before `second` looks at it";
  run.End("plan", Planned(LoosePlan("h4", 3)));
  EXPECT_EQ(run.Flying(), Flying{"gates:b"});
  run.End("gates:b", Approved());
  EXPECT_EQ(run.Flying(), Flying{"gates:second"}) << "`a` approved these very steps, in other words around them";
  run.End("gates:second", Approved());
  EXPECT_EQ(run.Flying(), Flying{"build"});
}

TEST(ApprovedSteps, WhoApprovedAPlanThatIsBackIsNotAsked) {
  Driven run(Pipelines({Agent("plan"), JudgesOf(AsksAgain::kUnconvinced), Agent("build")}));
  run.start.rules = kRules;
  run.Begin();
  run.End("plan", Planned(LoosePlan("h1", 1)));
  run.End("gates:a", Approved());
  run.End("gates:b", Revision());
  run.End("gates:second", Approved());
  run.End("plan", Planned(LoosePlan("h2", 2)));
  run.End("gates:b", Revision());
  run.End("plan", Planned(LoosePlan("h1", 1)));
  EXPECT_EQ(run.Flying(), Flying{"gates:b"});
  run.End("gates:b", Approved());
  EXPECT_EQ(run.Flying(), Flying{"build"});
}

}  // namespace
}  // namespace forge::testing
