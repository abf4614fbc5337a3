#include "service/report/cost.h"

#include <gtest/gtest.h>

#include "engine/state.h"

namespace forge {
namespace {

TEST(Cost, ARunBelowGetsWhatRemains) {
  State parent;
  parent.limit = {.tokens = 1000, .usd = 10, .wall_ms = {}, .units = 5};
  parent.spent = {.input_tokens = 300, .usd = 4};
  parent.units_started = 2;
  const Budget left = Remaining(parent, {.output_tokens = 100, .usd = 1});
  EXPECT_EQ(left.usd, 5);
  EXPECT_EQ(left.tokens, 600);
  EXPECT_EQ(left.units, 3);
  EXPECT_FALSE(left.wall_ms) << "what is not limited stays so";
  EXPECT_EQ(Remaining(parent, {.usd = 100}).usd, 0) << "never less than nothing";
}

TEST(Cost, RunsThatStartTogetherShareWhatRemains) {
  State parent;
  parent.limit = {.tokens = 1000, .usd = 10, .wall_ms = 5000, .units = 5};
  parent.spent = {.input_tokens = 100, .usd = 1};
  parent.plan = PlanRef{};
  for (const char* id : {"a", "b", "c", "d"}) {
    parent.plan->steps.emplace_back().id = StepId{id};
    parent.steps.emplace_back();
  }
  // One after the other they start, and none has spent anything yet.
  std::set<StepId> under_way;
  Usage promised;
  for (const char* id : {"a", "b", "c"}) {
    const Siblings siblings{{}, promised, StartingTogether(parent, under_way, 3)};
    const Budget share = ShareOf(parent, siblings);
    EXPECT_DOUBLE_EQ(*share.usd, 3) << id;
    EXPECT_EQ(share.tokens, 300) << id;
    EXPECT_EQ(share.wall_ms, 5000) << "time passes for all at once";
    promised += {.output_tokens = *share.tokens, .usd = *share.usd};
    under_way.insert(StepId{id});
  }
  EXPECT_EQ(ShareOf(parent, {{}, promised, 1}).usd, 0) << "all is promised";
  // The first has ended and spent little: what it left goes to the next.
  parent.spent += {.input_tokens = 10, .usd = 0.5};
  parent.steps[0].status = StepStatus::kDone;
  under_way.erase(StepId{"a"});
  EXPECT_EQ(StartingTogether(parent, under_way, 3), 1);
  EXPECT_DOUBLE_EQ(*ShareOf(parent, {{}, {.output_tokens = 600, .usd = 6}, 1}).usd, 2.5);
  EXPECT_EQ(StartingTogether(parent, {}, 1), 1) << "one at a time may have all";
}

TEST(Cost, NothingIsSetAsideForStepsThatCannotStart) {
  State parent;
  parent.plan = PlanRef{};
  for (const char* id : {"a", "b", "c"}) {
    parent.plan->steps.emplace_back().id = StepId{id};
    parent.steps.emplace_back();
  }
  for (std::size_t place : {1U, 2U}) parent.plan->steps[place].depends = {StepId{"a"}};
  EXPECT_EQ(StartingTogether(parent, {}, 3), 1);
  parent.steps[0].status = StepStatus::kDone;
  EXPECT_EQ(StartingTogether(parent, {}, 3), 2);
}

TEST(Cost, CsvQuotesWhatWouldBeReadAsSomethingElse) {
  CostReport report;
  report.run = RunId{7};
  report.total.name = "total";
  report.steps = {{"a,\"b\"", 1, 0, {.input_tokens = 5, .usd = 0.5}}};
  EXPECT_NE(ToCsv({report}).find("7,step,\"a,\"\"b\"\"\",1,0,5,0,0,0,0.500000\n"), std::string::npos)
      << ToCsv({report});
}

}  // namespace
}  // namespace forge
