#include "service/unit/ran_before.h"

#include <gtest/gtest.h>

#include "service/proof/red_green.h"
#include "service/unit/job_history.h"

namespace forge {
namespace {

Json Parsed(const char* text) { return ParseJson(text).value(); }

StageMemo Left(Json result) {
  StageMemo memo;
  memo.result = std::move(result);
  return memo;
}

// A run with a project's baseline, a plan that was tried, and a step that has its own baseline and a red-green proof.
State RunWithBaselines() {
  State state;
  state.lane.memos = {
      Left(Parsed(R"({"baseline":true,"results":[{"command":"make","exit_code":0,"passed":true}]})")),
      Left(Json::MakeObject().Set(kRanToday, Parsed(R"([{"command":"t one","exit_code":1,"passed":false}])")))};
  state.plan = PlanRef{};
  state.plan->steps.emplace_back().id = StepId{"one"};
  state.steps.emplace_back().lane.emplace();
  state.steps[0].lane->memos = {
      Left(Parsed(R"({"baseline":true,"results":[{"command":"t one","exit_code":0,"passed":true}]})")),
      Left(Json::MakeObject().Set(kRedGreenMember, Parsed(R"({"shown":true,"results":[
        {"command":"t one","exit_code":1,"passed":false},
        {"command":"t two","exit_code":1,"passed":false,"same_without_tests":true}]})")))};
  return state;
}

TEST(RanBefore, IsAllThatTheEngineRanBeforeTheWork) {
  const State state = RunWithBaselines();
  std::string all;
  for (const RanBefore& one : RanBeforeWork(state, Unit{}))
    all += one.step.value + "|" + one.command + (one.red_green ? "|red" : one.passed ? "|passed" : "|failed") + "\n";
  EXPECT_EQ(all, "one|t one|red\none|t one|passed\n|make|passed\n|t one|failed\n");
}

TEST(RanBefore, IsToldToThoseWhoJudgeThePlan) {
  State state = RunWithBaselines();
  EXPECT_EQ(ToldToday(state, Unit{}),
            "The engine ran the verify commands of the plan's steps before any work:\n- `t one` fails (exit 1)\n");
  state.commits = {"abc"};
  EXPECT_EQ(ToldToday(state, Unit{}), "") << "a step is done";
}

}  // namespace
}  // namespace forge
