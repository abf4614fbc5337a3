// The loop with twins for everything around it: what is recorded before what is done, and what a crash leaves.
#include "engine/run_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/testing/compose.h"
#include "engine/testing/twins.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

// A loop and its world; Again() is what a new process would do with the same journal.
struct World {
  explicit World(PipelineSet pipelines, std::optional<PlanRef> plan = std::nullopt) {
    start.pipelines = std::move(pipelines);
    start.objective = "test";
    start.plan = std::move(plan);
    executor.answer = [](const State&, const Unit&) { return Done(); };
    Load(State{}, 1);
  }

  void Load(State state, std::int64_t next_seq) {
    loop = std::make_unique<RunLoop>(RunIdentity{RunId{17}, "test", {}, TimePoint{5}}, std::move(state), next_seq,
                                     RunLoop::Ports{journal, inbox, executor, clock, queue});
    // Time passes only when nothing else happens: to the next timer. No test ever sleeps.
    loop->on_turn = [this]() -> Status {
      for (const auto& [id, timer] : loop->state().timers) clock.now = std::max(clock.now, timer.due);
      queue.Wake();
      if (++turns > 10'000) return Fail(Code::kInternal, "the loop goes round and round");
      return {};
    };
  }

  void Again() {
    auto folded = Fold(journal.rows);
    ASSERT_TRUE(folded.has_value()) << Describe(folded.error());
    executor.running.clear();
    queue.WaitSome(std::chrono::milliseconds(0));
    Load(std::move(*folded), static_cast<std::int64_t>(journal.rows.size()) + 1);
  }

  RunStatus Run() {
    auto status = loop->Run();
    EXPECT_TRUE(status.has_value()) << (status ? "" : Describe(status.error()));
    return status ? *status : RunStatus::kActive;
  }

  Started start;
  Log log;
  InputQueue queue;
  MemoryJournal journal{log};
  MemoryInbox inbox;
  FakeClock clock;
  ScriptedExecutor executor{queue, log};
  std::unique_ptr<RunLoop> loop;
  int turns = 0;
};

TEST(Loop, RecordsBeforeItActs) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.log, Log{"record started,unit-started"}) << "it is not running yet";
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_EQ(world.log, (Log{"record started,unit-started", "start 1 plan", "record ended,unit-started", "start 2 build",
                            "record ended,run-status"}));
}

TEST(Loop, EveryUnitThatStartsIsInTheJournalBefore) {
  World world(Pipelines({Each("build", 4)}, {Agent("work"), Check("test")}), LoosePlan("h", 20));
  world.executor.answer = [&](const State&, const Unit& unit) {
    const bool recorded = world.journal.units.contains(unit.id);
    EXPECT_TRUE(recorded) << "unit " << unit.id.value;
    return Done();
  };
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_EQ(world.journal.run->steps_done, 20);
  EXPECT_EQ(world.journal.run->units, 40);
  for (const auto& [place, step] : world.journal.steps) EXPECT_EQ(step.status, StepStatus::kDone);
  for (const auto& [id, unit] : world.journal.units) EXPECT_EQ(unit.status, UnitStatus::kDone);
}

TEST(Loop, InputsThatWaitTogetherAreRecordedTogether) {
  World world(Pipelines({Panel("gates", Aggregate::kCollect, {"a", "b", "c"})}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_EQ(world.journal.batches.size(), 2u);
}

TEST(Loop, AfterAFailedWriteNothingIsDone) {
  for (int fail_at = 1; fail_at <= 4; ++fail_at) {
    World world(Pipelines({Agent("a"), Agent("b"), Agent("c")}));
    world.journal.fail_at = fail_at;
    const Status begun = world.loop->Apply(world.start);
    ASSERT_EQ(begun.has_value(), fail_at > 1);
    auto status = begun ? world.loop->Run() : Result<RunStatus>(std::unexpected(begun.error()));
    ASSERT_FALSE(status.has_value());
    EXPECT_EQ(status.error().code, Code::kIo);
    EXPECT_EQ(world.log.back(), "record failed");
    EXPECT_EQ(world.executor.started.size(), static_cast<std::size_t>(fail_at - 1));
    const Log before = world.log;
    EXPECT_FALSE(world.loop->Run().has_value());
    EXPECT_FALSE(world.loop->Apply(Control{}).has_value());
    EXPECT_EQ(world.log, before) << "not even after trying again";
  }
}

TEST(Loop, ACrashAtAnyWriteLosesNothingThatWasKept) {
  for (int fail_at = 2; fail_at < 30; ++fail_at) {
    World world(Pipelines({Agent("plan"), Each("build", 2), Review("review")}, {Agent("work"), Check("test")}),
                LoosePlan("h", 4));
    world.executor.answer = [](const State&, const Unit&) { return Approved(); };
    world.journal.fail_at = fail_at;
    ASSERT_TRUE(world.loop->Apply(world.start).has_value());
    auto status = world.loop->Run();
    if (status) break;
    world.journal.fail_at = 0;
    world.Again();
    ASSERT_TRUE(world.loop->Apply(Attached{1, "here"}).has_value());
    EXPECT_EQ(world.Run(), RunStatus::kCompleted);
    EXPECT_EQ(world.journal.run->units, 10);
    EXPECT_TRUE(Fold(world.journal.rows).value() == world.loop->state());
  }
}

TEST(Loop, GoesOnWithWhatWasPending) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  world.executor.answer = nullptr;
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.Again();
  world.executor.answer = [](const State&, const Unit&) { return Done(); };
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_EQ(world.executor.started[0].id, UnitId{1});
}

TEST(Loop, WhatWasToldToStopBeforeACrashHasStopped) {
  for (ControlKind kind : {ControlKind::kStop, ControlKind::kCancel}) {
    World world(Pipelines({Agent("plan"), Agent("build")}));
    world.executor.answer = nullptr;
    ASSERT_TRUE(world.loop->Apply(world.start).has_value());
    bool told = false;
    world.loop->on_turn = [&, turn = world.loop->on_turn]() -> Status {
      if (!std::exchange(told, true)) world.inbox.Put(Control{kind, {}, "", {}, "", 0, ""});
      return turn();
    };
    world.journal.fail_at = 3;  // the stop is recorded, the unit's end is not
    EXPECT_FALSE(world.loop->Run().has_value());
    world.journal.fail_at = 0;
    world.Again();
    ASSERT_EQ(world.loop->state().units.size(), 1u);
    ASSERT_TRUE(world.loop->Apply(Attached{1, "here"}).has_value());
    EXPECT_EQ(world.Run(), kind == ControlKind::kStop ? RunStatus::kPaused : RunStatus::kCancelled);
    EXPECT_EQ(world.executor.started.size(), 1u) << "not started again";
    EXPECT_EQ(world.journal.units.at(UnitId{1}).status, UnitStatus::kCancelled);
  }
}

TEST(Loop, TimersFireByTheClock) {
  World world(Pipelines({Agent("plan")}));
  world.executor.answer = [](const State&, const Unit& unit) {
    return unit.attempt == 1 ? Failed(ErrorClass::kRateLimit) : Done();
  };
  const TimePoint before = world.clock.now;
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_GE(world.clock.now.ms - before.ms, 60'000);
}

TEST(Loop, ABackOffIsNotMovedByAStepOfTheWallClock) {
  for (const std::int64_t step : {-3'600'000, 3'600'000}) {
    World world(Pipelines({Agent("plan")}));
    world.executor.answer = [&](const State&, const Unit& unit) {
      world.clock.wall_ahead_ms = step;
      return unit.attempt == 1 ? Failed(ErrorClass::kNetwork) : Done();
    };
    const TimePoint before = world.clock.now;
    ASSERT_TRUE(world.loop->Apply(world.start).has_value());
    EXPECT_EQ(world.Run(), RunStatus::kCompleted);
    EXPECT_GE(world.clock.now.ms - before.ms, 3'000);
    EXPECT_LE(world.clock.now.ms - before.ms, 60'000);
  }
}

TEST(Loop, TheEndOfALimitIsAnHourOfTheWallClock) {
  World world(Pipelines({Agent("plan")}));
  int asked = 0;
  world.executor.answer = [&](const State&, const Unit&) {
    const TimePoint in_an_hour{world.clock.Wall().ms + 3'600'000};
    return ++asked == 1 ? Failed(ErrorClass::kQuota, in_an_hour) : Done();
  };
  const TimePoint before = world.clock.now;
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.loop->on_turn = [&]() -> Status {
    world.clock.now.ms += 10;
    if (!world.loop->state().timers.empty()) world.clock.wall_ahead_ms = 3'600'000;  // it was set right
    world.queue.Wake();
    return ++world.turns > 1000 ? Status(Fail(Code::kInternal, "it waits by another clock")) : Status{};
  };
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_LE(world.clock.now.ms - before.ms, 60'000);
}

TEST(Loop, TimersSurviveACrash) {
  World world(Pipelines({Agent("plan")}));
  world.executor.answer = [](const State&, const Unit& unit) {
    return unit.attempt == 1 ? Failed(ErrorClass::kNetwork) : Done();
  };
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.loop->on_turn = [&]() -> Status {
    return world.loop->state().timers.empty() ? Status{} : Fail(Code::kInternal, "killed");
  };
  EXPECT_FALSE(world.loop->Run().has_value());
  world.Again();
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
}

TEST(Loop, AnswersCommandsOfOthersWithWhatBecameOfThem) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  world.executor.answer = nullptr;
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.inbox.Put(Control{ControlKind::kResume, {}, "", {}, "", 0, ""});
  world.inbox.Put(Control{ControlKind::kStop, {}, "", {}, "", 0, ""});
  EXPECT_EQ(world.Run(), RunStatus::kPaused);
  ASSERT_EQ(world.journal.replies.size(), 2u);
  EXPECT_FALSE(world.journal.replies[0].accepted);
  EXPECT_NE(world.journal.replies[0].text.find("the run is active; there is nothing to resume"), std::string::npos);
  EXPECT_TRUE(world.journal.replies[1].accepted);
}

// The store does this: to record that the run waits for one that has ended leaves the message that it has.
void TellThatItEnded(World& world, RunStatus status) {
  world.loop->on_batch = [&world, status](const State&, const Batch& batch) {
    if (batch.blockers.contains(RunId{3})) world.inbox.Put(BlockerEnded{RunId{3}, status});
  };
}

TEST(Loop, ARunThatIsToWaitForOneThatHasEndedDoesNotWait) {
  for (const bool driven : {false, true}) {
    World world(Pipelines({Agent("plan"), Agent("build")}));
    ASSERT_TRUE(world.loop->Apply(world.start).has_value());
    TellThatItEnded(world, RunStatus::kCompleted);
    const Control wait{ControlKind::kBlockOn, {}, "", RunId{3}, "", 0, ""};
    if (!driven) world.inbox.Put(wait);
    world.executor.answer = [&](const State&, const Unit& unit) {
      if (driven && unit.id.value == 1) world.inbox.Put(wait);
      return Done();
    };
    EXPECT_EQ(world.Run(), RunStatus::kCompleted) << driven;
    EXPECT_TRUE(world.loop->state().blockers.empty());
  }
}

TEST(Loop, WhatWaitedForAnEngineIsDecidedBeforeAUnitStarts) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  TellThatItEnded(world, RunStatus::kAbandoned);
  world.inbox.Put(Control{ControlKind::kBlockOn, {}, "", RunId{3}, "", 0, ""});
  EXPECT_EQ(world.Run(), RunStatus::kWaiting);
  ASSERT_EQ(world.journal.questions.size(), 1U);
  EXPECT_EQ(world.journal.questions.begin()->second.kind, QuestionKind::kBlocker);
  const auto started = std::ranges::find(world.log, "start 1 plan");
  const auto asked = std::ranges::find_if(world.log, [](const std::string& line) { return line.contains("blocker"); });
  EXPECT_LT(asked - world.log.begin(), started - world.log.begin());
}

TEST(Loop, LateNewsAndACommandThatComesTooLateAreDropped) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  world.executor.answer = [&](const State&, const Unit& unit) {
    world.queue.Post(Ended{UnitId{99}, Done()});
    world.queue.Post(Began{UnitId{98}, 1, 1});
    world.queue.Post(TimerFired{97});
    world.queue.Post(Control{ControlKind::kResume, {}, "", {}, "", 0, ""});
    world.queue.Post(Answered{QuestionId{5}, "yes", "", "", ""});
    if (unit.id.value == 2) world.queue.Post(Ended{UnitId{1}, Done()});
    return Done();
  };
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  for (const JournalRow& row : world.journal.rows) {
    EXPECT_TRUE(row.kind != "timer" && row.kind != "began" && row.kind != "control" && row.kind != "answer")
        << row.kind;
  }
}

TEST(Loop, LeavesWhenOnlyAPersonCanGoOn) {
  World world(Pipelines({Ask("approve"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kWaiting);
  EXPECT_EQ(world.journal.questions.at(QuestionId{1}).status, QuestionStatus::kOpen);
  ASSERT_TRUE(world.loop->Apply(Answered{QuestionId{1}, "yes", "", "", "ann"}).has_value());
  EXPECT_EQ(world.journal.questions.at(QuestionId{1}).answer, "yes");
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
}

TEST(Loop, LeavesWhenAllThatIsInFlightIsDormantAndStopsItOnRequest) {
  World world(Pipelines({EachRun("slices", 2)}), LoosePlan("h", 2));
  world.executor.answer = [&](const State&, const Unit& unit) -> std::optional<UnitOutcome> {
    world.queue.PostDormant(unit.id);
    return std::nullopt;
  };
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kWaiting);
  EXPECT_EQ(world.loop->state().units.size(), 2u);
  world.inbox.Put(Control{ControlKind::kCancel, {}, "", {}, "", 0, ""});
  world.executor.running.clear();  // a dormant unit has no process to stop
  EXPECT_EQ(world.Run(), RunStatus::kCancelled);
  EXPECT_TRUE(world.loop->state().units.empty());
}

TEST(Loop, OneUnitAtATimeIsExactlyOne) {
  World world(Pipelines({Agent("plan"), Each("build", 3), Agent("end")}, {Agent("work")}), LoosePlan("h", 3));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  for (std::size_t units = 1; units <= 5; ++units) {
    world.Again();
    world.loop->allowance = std::make_shared<UnitAllowance>(1);
    if (units > 1) {
      ASSERT_TRUE(world.loop->Apply(Control{ControlKind::kResume, {}, "", {}, "", 0, ""}).has_value());
    }
    EXPECT_EQ(world.Run(), RunStatus::kPaused);
    EXPECT_EQ(world.executor.started.size(), units);
    EXPECT_TRUE(world.loop->state().units.empty()) << "what was not begun is not in flight";
  }
  world.Again();
  ASSERT_TRUE(world.loop->Apply(Control{ControlKind::kResume, {}, "", {}, "", 0, ""}).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  EXPECT_EQ(world.executor.started.size(), 5u);
}

TEST(Loop, OneUnitAtATimeCountsNoGates) {
  Stage gated = Agent("plan");
  gated.gate = "artifact SPEC.md";
  World world(Pipelines({gated, gated, Agent("end")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.loop->allowance = std::make_shared<UnitAllowance>(1);
  EXPECT_EQ(world.Run(), RunStatus::kPaused);
  EXPECT_EQ(world.loop->state().units_started, 1);
}

TEST(Loop, OneUnitAtATimeStopsAtAQuestion) {
  World world(Pipelines({Ask("approve"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.loop->allowance = std::make_shared<UnitAllowance>(1);
  EXPECT_EQ(world.Run(), RunStatus::kWaiting);
  EXPECT_TRUE(world.executor.started.empty());
}

TEST(Loop, ACommandToAnUndrivenRunEndsItsUnits) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  ASSERT_TRUE(world.loop->Apply(Control{ControlKind::kCancel, {}, "", {}, "", 0, ""}).has_value());
  EXPECT_TRUE(Settled(world.loop->state()));
  EXPECT_EQ(world.journal.units.at(UnitId{1}).status, UnitStatus::kCancelled);
  EXPECT_TRUE(world.executor.started.empty());
}

TEST(Loop, ARefusedCommandRecordsNothing) {
  World world(Pipelines({Agent("plan")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  const std::size_t rows = world.journal.rows.size();
  EXPECT_FALSE(world.loop->Apply(Control{ControlKind::kResume, {}, "", {}, "", 0, ""}).has_value());
  EXPECT_EQ(world.journal.rows.size(), rows);
}

TEST(Loop, ABrokenInboxOrAnErrorOfTheTurnEndsTheLoop) {
  World world(Pipelines({Agent("plan")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  world.inbox.broken = true;
  EXPECT_EQ(world.loop->Run().error().code, Code::kIo);
  World other(Pipelines({Agent("plan")}));
  ASSERT_TRUE(other.loop->Apply(other.start).has_value());
  other.loop->on_turn = [] { return Status(Fail(Code::kConflict, "the lease is lost")); };
  EXPECT_EQ(other.loop->Run().error().code, Code::kConflict);
}

TEST(Loop, RowsAreNumberedAndSayWhereTheyBelong) {
  World world(Pipelines({Each("build")}, {Agent("work")}), LoosePlan("h", 1));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  for (std::size_t i = 0; i < world.journal.rows.size(); ++i) {
    EXPECT_EQ(world.journal.rows[i].seq, static_cast<std::int64_t>(i) + 1);
  }
  const auto ended = std::find_if(world.journal.rows.begin(), world.journal.rows.end(),
                                  [](const JournalRow& row) { return row.kind == "ended"; });
  ASSERT_NE(ended, world.journal.rows.end());
  EXPECT_EQ(ended->step.value, "s0");
  EXPECT_EQ(ended->stage, "work");
  EXPECT_EQ(ended->attempt, 1);
}

TEST(Loop, AChangedPlanReplacesTheStepsRows) {
  World world(Pipelines({Agent("plan"), Each("build")}, {Agent("work")}), LoosePlan("h", 3));
  world.executor.answer = [](const State& state, const Unit& unit) {
    return StageOf(state, unit).name == "plan" ? Planned(Plan("h2", {Step("new")})) : Done();
  };
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.journal.steps.size(), 3u);
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  ASSERT_EQ(world.journal.steps.size(), 1u);
  EXPECT_EQ(world.journal.steps.at(0).id.value, "new");
}

TEST(Folding, AJournalThatWasTamperedWithIsCorrupt) {
  World world(Pipelines({Agent("plan"), Agent("build")}));
  ASSERT_TRUE(world.loop->Apply(world.start).has_value());
  EXPECT_EQ(world.Run(), RunStatus::kCompleted);
  const std::vector<JournalRow> good = world.journal.rows;
  ASSERT_TRUE(Fold(good).has_value());
  EXPECT_EQ(Fold({}).error().code, Code::kCorrupt);
  for (std::size_t i = 0; i < good.size(); ++i) {
    if (!good[i].is_input) continue;
    std::vector<JournalRow> twice = good;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), good[i]);
    EXPECT_EQ(Fold(twice).error().code, Code::kCorrupt) << i;
    std::vector<JournalRow> cut = good;
    cut[i].data = cut[i].data.substr(0, cut[i].data.size() / 2);
    EXPECT_EQ(Fold(cut).error().code, Code::kCorrupt) << i;
    std::vector<JournalRow> strange = good;
    strange[i].kind = "dreamt";
    EXPECT_EQ(Fold(strange).error().code, Code::kCorrupt) << i;
  }
}

TEST(Queue, HandsOutInputsInOrderAndWakesUp) {
  InputQueue queue;
  queue.Post(TimerFired{1});
  queue.Post(TimerFired{2});
  const auto taken = queue.WaitSome(std::chrono::milliseconds(0));
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(std::get<TimerFired>(taken[1]).timer, 2);
  queue.PostQuietly(TimerFired{3});
  queue.Post(TimerFired{4});
  EXPECT_EQ(queue.WaitSome(std::chrono::hours(1)).size(), 2u);
  queue.PostQuietly(TimerFired{5});
  EXPECT_EQ(queue.WaitSome(std::chrono::milliseconds(0)).size(), 1u);
  queue.Wake();
  EXPECT_TRUE(queue.WaitSome(std::chrono::hours(1)).empty());
  queue.PostDormant(UnitId{3});
  EXPECT_TRUE(queue.WaitSome(std::chrono::hours(1)).empty());
  EXPECT_EQ(queue.TakeDormant(), std::vector<UnitId>{UnitId{3}});
  EXPECT_TRUE(queue.TakeDormant().empty());
}

}  // namespace
}  // namespace forge::testing
