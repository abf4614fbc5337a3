#include "surface/view/picture.h"

#include <gtest/gtest.h>

#include "base/display.h"
#include "engine/core.h"
#include "surface/view/columns.h"

namespace forge {
namespace {

Stage MakeStage(std::string name, StageKind kind = StageKind::kAgent) {
  Stage stage;
  stage.name = std::move(name);
  stage.kind = kind;
  stage.role = "engineer";
  return stage;
}

State StartedState() {
  Pipeline pipeline;
  pipeline.name = "p";
  pipeline.stages = {MakeStage("plan"), MakeStage("approve", StageKind::kAsk), MakeStage("build")};
  pipeline.stages[1].question = "go on?";
  Started started;
  started.pipelines.pipelines = {pipeline};
  started.objective = "x";
  State state;
  EXPECT_TRUE(Decide(state, TimedInput{TimePoint{1000}, started}));
  return state;
}

class Pictures : public testing::Test {
 protected:
  Palette out_{false};
  Brush Narrow() { return Brush{out_, 12, false}; }
};

TEST_F(Pictures, ShowWhereTheRunStands) {
  State state = StartedState();
  Picture picture = MakePicture(RunId{3}, state, TimePoint{3500}, true);
  ASSERT_EQ(picture.stages.size(), 3u);
  EXPECT_EQ(picture.stages[0].mark, StageMark::kHere);
  EXPECT_EQ(picture.stages[1].mark, StageMark::kAhead);
  ASSERT_EQ(picture.under_way.size(), 1u);
  EXPECT_EQ(picture.under_way[0].where, "plan");
  EXPECT_EQ(picture.under_way[0].elapsed_ms, 2500);
  EXPECT_EQ(picture.elapsed_ms, 2500);
}

TEST_F(Pictures, SayWhereARunWasStopped) {
  State state = StartedState();
  state.status = RunStatus::kCancelled;
  EXPECT_EQ(MakePicture(RunId{3}, state, TimePoint{3500}, false).stages[0].mark, StageMark::kStopped);
  EXPECT_EQ(Name(StageMark::kStopped), "stopped");
}

TEST_F(Pictures, APausedRunWaitsWhereNothingOfItWorksAnyMore) {
  State state = StartedState();
  Control pause;
  pause.kind = ControlKind::kPause;
  ASSERT_TRUE(Decide(state, TimedInput{TimePoint{2000}, pause}));
  ASSERT_FALSE(state.units.empty());
  EXPECT_EQ(MakePicture(RunId{3}, state, TimePoint{3500}, true).stages[0].mark, StageMark::kHere);
  EXPECT_EQ(MakePicture(RunId{3}, state, TimePoint{3500}, false).stages[0].mark, StageMark::kWaiting);
}

TEST_F(Pictures, StandStillWhileTheRunIsNotRunning) {
  EXPECT_EQ(MakePicture(RunId{3}, StartedState(), TimePoint{3500}, false).elapsed_ms, 0);
}

TEST_F(Pictures, SayWhatIsAsked) {
  State state = StartedState();
  ASSERT_TRUE(Decide(state, TimedInput{TimePoint{2000}, Ended{UnitId{1}, UnitOutcome{}}}));
  Picture picture = MakePicture(RunId{3}, state, TimePoint{2000}, true);
  EXPECT_EQ(picture.status, RunStatus::kWaiting);
  EXPECT_EQ(picture.stages[0].mark, StageMark::kDone);
  EXPECT_EQ(picture.stages[1].mark, StageMark::kAsking);
  EXPECT_EQ(picture.waits, std::vector<std::string>{"asks: go on?"});
}

TEST_F(Pictures, OfAStageThatTheBudgetHoldsAsk) {
  State state = StartedState();
  state.lane.phase = LanePhase::kHeld;
  EXPECT_EQ(MakePicture(RunId{3}, state, TimePoint{2000}, true).stages[0].mark, StageMark::kHere);
  state.budget_asked = "run";
  EXPECT_EQ(MakePicture(RunId{3}, state, TimePoint{2000}, true).stages[0].mark, StageMark::kAsking);
}

TEST_F(Pictures, SayWhatAWaitIsFor) {
  State state = StartedState();
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = ErrorClass::kMachine;
  outcome.error = "make a pipe: Too many open files";
  ASSERT_TRUE(Decide(state, TimedInput{TimePoint{2000}, Ended{UnitId{1}, outcome}}));
  ASSERT_EQ(state.timers.size(), 1u);
  const Picture picture = MakePicture(RunId{3}, state, state.timers.begin()->second.due, true);
  EXPECT_EQ(picture.retries,
            std::vector<std::string>{"plan retries in 0ms: machine: make a pipe: Too many open files"});
  EXPECT_EQ(picture.waits, picture.retries);
}

TEST_F(Pictures, AreNeverWiderThanTheTerminal) {
  State state = StartedState();
  Picture picture = MakePicture(RunId{3}, state, TimePoint{3'600'000'000}, true);
  picture.under_way.assign(30, UnderWay{std::string(60, 'w'), "title", 5});
  picture.steps_total = 1000;
  picture.steps_done = 500;
  picture.steps_given_up = 17;
  picture.waits.assign(9, std::string(200, 'q'));
  const auto lines = DrawPicture(picture, Narrow());
  EXPECT_LE(lines.size(), 20u);
  for (const std::string& line : lines) EXPECT_LE(DisplayWidth(line), 12u) << line;
}

TEST_F(Pictures, OfLongPipelinesShowThePartAroundTheRun) {
  Picture picture;
  for (int i = 0; i < 40; ++i)
    picture.stages.push_back({"stage" + std::to_string(i), "agent", i < 20 ? StageMark::kDone : StageMark::kAhead, 1});
  picture.stages[20].mark = StageMark::kHere;
  const auto lines = DrawStages(picture, Narrow(), false);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[1], "> stage20");
}

TEST_F(Pictures, OfAStageThatOnlyRepairsSayThatItIsAheadAndDoNotDrawIt) {
  Pipeline pipeline;
  pipeline.stages = {MakeStage("patch"), MakeStage("fix"), MakeStage("commit")};
  pipeline.stages[1].when = "after patch = revision";
  Started started;
  started.pipelines.pipelines = {pipeline};
  started.objective = "x";
  State state;
  ASSERT_TRUE(Decide(state, TimedInput{TimePoint{1000}, started}));
  const Picture picture = MakePicture(RunId{3}, state, TimePoint{1000}, true);
  EXPECT_EQ(Name(picture.stages[1].mark), "ahead");
  EXPECT_EQ(DrawStages(picture, Brush{out_, 80, false}, true), std::vector<std::string>{"> patch  . commit"});
}

TEST_F(Pictures, ShowOnlyTheStagesOfTheRunsWay) {
  Pipeline pipeline;
  pipeline.stages = {MakeStage("clarify"), MakeStage("patch"), MakeStage("plan"), MakeStage("commit")};
  pipeline.stages[0].when = "require run.size == vague";
  pipeline.stages[1].when = "require run.size == quick";
  pipeline.stages[2].when = "forbid run.size == quick";
  Started started;
  started.pipelines.pipelines = {pipeline};
  started.objective = "x";
  started.size = "quick";
  State state;
  ASSERT_TRUE(Decide(state, TimedInput{TimePoint{1000}, started}));
  state.lane.stage = 1;
  state.lane.memos[0].skipped = true;
  const Picture picture = MakePicture(RunId{3}, state, TimePoint{1000}, true);
  EXPECT_EQ(picture.stages[0].mark, StageMark::kSkipped);
  EXPECT_EQ(picture.stages[2].mark, StageMark::kAhead) << "the run has not been there";
  EXPECT_FALSE(picture.stages[2].on_way);
  for (const bool whole : {false, true})
    EXPECT_EQ(DrawStages(picture, Brush{out_, 80, false}, whole), std::vector<std::string>{"> patch  . commit"});
}

}  // namespace
}  // namespace forge
