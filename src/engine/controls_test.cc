// Commands: which are legal when, and what they do. The table is docs/states.md.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/strings.h"
#include "base/testing/source_dir.h"
#include "engine/controls.h"
#include "engine/testing/compose.h"
#include "engine/testing/driven.h"

namespace forge::testing {
namespace {

using Names = std::vector<std::string>;

PipelineSet Two() { return Pipelines({Agent("a"), Agent("b")}); }

void Bring(Driven& run, RunStatus status) {
  run.Begin();
  if (status == RunStatus::kPaused) run.Do(ControlKind::kPause);
  if (status == RunStatus::kParked) run.Do(ControlKind::kPark);
  if (status == RunStatus::kBlocked) run.BlockOn(7);
  if (status == RunStatus::kFailed) run.End("a", Failed(ErrorClass::kPermanent));
  if (status == RunStatus::kCancelled) run.Do(ControlKind::kCancel);
  if (status == RunStatus::kAbandoned) run.Do(ControlKind::kAbandon);
  if (status == RunStatus::kCompleted) {
    run.End("a", Done());
    run.End("b", Done());
  }
  EXPECT_EQ(run.state().status, status);
}

constexpr RunStatus kLive[] = {RunStatus::kActive, RunStatus::kPaused, RunStatus::kParked, RunStatus::kBlocked,
                               RunStatus::kFailed};
constexpr RunStatus kEnded[] = {RunStatus::kCompleted, RunStatus::kCancelled, RunStatus::kAbandoned};

TEST(Commands, AContractIsSwitchedOffWithAReasonThatIsKept) {
  Driven run(Two());
  run.start.rules = kRules;
  run.Begin();
  Control off;
  off.kind = ControlKind::kSkip;
  off.contract = "api";
  off.by = "ada";
  EXPECT_NE(WhyIllegal(run.state(), off).find("only with a reason"), std::string::npos);
  off.reason = "the old client is gone";
  EXPECT_EQ(WhyIllegal(run.state(), off), "");
  Control on = off;
  on.kind = ControlKind::kRetry;
  EXPECT_NE(WhyIllegal(run.state(), on).find("is not switched off"), std::string::npos);
  EXPECT_EQ(std::get<Control>(InputFromJson(KindOf(off), ToJson(Input(off))).value()).contract, "api");
}

TEST(Commands, EveryLiveRunCanBeCancelledAbandonedAndCompleted) {
  for (RunStatus status : kLive) {
    Driven cancelled(Two());
    Bring(cancelled, status);
    cancelled.Do(ControlKind::kCancel, "", "enough");
    EXPECT_EQ(cancelled.status(), RunStatus::kCancelled);
    EXPECT_EQ(cancelled.state().reason, "enough");
    Driven abandoned(Two());
    Bring(abandoned, status);
    abandoned.Do(ControlKind::kAbandon);
    EXPECT_EQ(abandoned.status(), RunStatus::kAbandoned);
    Driven completed(Two());
    Bring(completed, status);
    if (!completed.state().units.empty()) {
      EXPECT_NE(completed.Refuses(ControlKind::kComplete).find("units are still running (1)"), std::string::npos);
      if (status == RunStatus::kActive) completed.Do(ControlKind::kStop);
      completed.End("a", Stopped());
      if (status == RunStatus::kActive) completed.Do(ControlKind::kResume), completed.Do(ControlKind::kStop);
      if (!completed.state().units.empty()) completed.End("a", Stopped());
    }
    completed.Do(ControlKind::kComplete);
    EXPECT_EQ(completed.status(), RunStatus::kCompleted);
  }
}

TEST(Commands, AQuietActiveRunCanBeCompleted) {
  Driven run(Pipelines({Ask("approve")}));
  run.Begin();
  run.Do(ControlKind::kComplete);
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
  EXPECT_TRUE(run.Open().empty());
}

TEST(Commands, NothingLeadsOutOfAnEnd) {
  for (RunStatus status : kEnded) {
    Driven run(Two());
    Bring(run, status);
    for (int kind = 0; kind <= static_cast<int>(ControlKind::kAuto); ++kind) {
      const std::string why = run.Refuses(static_cast<ControlKind>(kind));
      EXPECT_EQ(why.find("possible now"), std::string::npos) << why;
      const std::string word = status == RunStatus::kCompleted ? "the run has " : "the run was ";
      EXPECT_TRUE(why.starts_with(word + std::string(Name(status)) + "; ")) << why;
    }
    if (status != RunStatus::kCompleted) {
      run.Attach();  // an engine has to see its unit end
      run.End("a", Stopped());
    }
    EXPECT_EQ(run.Refused(Attached{1, "here"}), "the run has ended");
  }
}

// | `paused` | no | yes | ... in the order of ControlKind.
TEST(Commands, AreLegalAsThePageSays) {
  std::ifstream file(SourceDir() + "/docs/states.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::size_t table = page.find("| status | `pause` |");
  ASSERT_NE(table, std::string::npos);
  for (int i = 0; i <= static_cast<int>(RunStatus::kAbandoned); ++i) {
    const auto status = static_cast<RunStatus>(i);
    if (status == RunStatus::kWaiting) continue;
    const std::size_t at = page.find("\n| `" + std::string(Name(status)) + "` |", table);
    ASSERT_NE(at, std::string::npos) << Name(status);
    const auto cells = Split(std::string_view(page).substr(at + 1, page.find('\n', at + 1) - at - 1), '|');
    ASSERT_EQ(cells.size(), 15u) << Name(status);
    for (int kind = 0; kind <= static_cast<int>(ControlKind::kAuto); ++kind) {
      Driven run(Two());
      Bring(run, status);
      Control control;
      control.kind = static_cast<ControlKind>(kind);
      control.other = RunId{9};
      const std::string why = WhyIllegal(run.state(), control);
      const std::string_view cell = Trim(cells[static_cast<std::size_t>(kind) + 2]);
      const bool by_status = why.starts_with("the run ");
      EXPECT_EQ(cell == "no", by_status) << Name(status) << " " << Name(control.kind) << ": " << why;
      EXPECT_TRUE(cell != "yes" || why.empty()) << Name(status) << " " << Name(control.kind) << ": " << why;
    }
  }
}

TEST(Commands, ThatAreRefusedNameTheLegalOnes) {
  Driven run(Two());
  Bring(run, RunStatus::kPaused);
  EXPECT_EQ(run.Refuses(ControlKind::kPause),
            "the run is already paused; possible now: resume, park, cancel, complete, abandon, skip");
  Driven active(Two());
  Bring(active, RunStatus::kActive);
  EXPECT_EQ(
      active.Refuses(ControlKind::kResume),
      "the run is active; there is nothing to resume; possible now: pause, park, cancel, complete, abandon, skip");
  Driven failed(Two());
  Bring(failed, RunStatus::kFailed);
  EXPECT_TRUE(failed.Refuses(ControlKind::kResume).ends_with("skip, retry")) << "something has failed";
}

TEST(Commands, PauseLetsUnitsInFlightEnd) {
  Driven run(Two());
  run.Begin();
  EXPECT_TRUE(run.Do(ControlKind::kPause, "", "lunch").actions.empty());
  EXPECT_EQ(run.status(), RunStatus::kPaused);
  EXPECT_EQ(run.state().reason, "lunch");
  EXPECT_FALSE(Settled(run.state()));
  run.End("a", Done());
  EXPECT_TRUE(run.Flying().empty());
  EXPECT_TRUE(Settled(run.state()));
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{"b"});
}

TEST(Commands, StopPausesAndStopsWhatIsInFlight) {
  for (RunStatus status : {RunStatus::kActive, RunStatus::kPaused, RunStatus::kParked, RunStatus::kBlocked}) {
    Driven run(Two());
    Bring(run, status);
    const UnitId unit = run.At("a").id;
    EXPECT_TRUE(Stops(run.Do(ControlKind::kStop), unit));
    EXPECT_EQ(run.status(), status == RunStatus::kActive ? RunStatus::kPaused : status);
    run.End("a", Stopped());
    EXPECT_TRUE(Settled(run.state()));
  }
}

TEST(Commands, CancelStopsUnitsDropsTimersAndWithdrawsQuestions) {
  Driven run(Pipelines({Each("build", 3)}, {Agent("work"), Ask("sure")}), LoosePlan("h", 3));
  run.Begin();
  run.End("s0/work", Done());
  run.End("s1/work", Failed(ErrorClass::kNetwork));
  const UnitId unit = run.At("s2/work").id;
  EXPECT_TRUE(Stops(run.Do(ControlKind::kCancel), unit));
  EXPECT_TRUE(run.Open().empty());
  EXPECT_TRUE(run.state().timers.empty());
  EXPECT_FALSE(Settled(run.state()));
  run.End("s2/work", Stopped());
  EXPECT_TRUE(Settled(run.state()));
}

TEST(Commands, WhatEndedUnitsSpentIsCountedAfterTheEnd) {
  Driven run(Two());
  run.Begin();
  run.Do(ControlKind::kCancel);
  run.End("a", Costs(3));
  EXPECT_EQ(run.state().spent.usd, 3);
}

TEST(Commands, ATimerThatFiresWhileHeldStartsNothing) {
  Driven run(Two());
  run.Begin();
  run.End("a", Failed(ErrorClass::kNetwork));
  run.Do(ControlKind::kPause);
  run.Fire();
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{"a"});
  EXPECT_EQ(run.At("a").attempt, 2);
}

TEST(Commands, AUnitThatFailsWhileTheRunIsHeldFailsTheRun) {
  for (RunStatus status : {RunStatus::kPaused, RunStatus::kParked, RunStatus::kBlocked}) {
    Driven run(Two());
    Bring(run, status);
    run.End("a", Failed(ErrorClass::kPermanent));
    EXPECT_EQ(run.status(), RunStatus::kFailed);
  }
}

TEST(Commands, ResumeOfAParkedFailureIsAFailureStill) {
  Driven run(Two());
  Bring(run, RunStatus::kFailed);
  const std::string why = run.state().reason;
  run.Do(ControlKind::kPark);
  EXPECT_EQ(run.status(), RunStatus::kParked);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.status(), RunStatus::kFailed);
  EXPECT_EQ(run.state().reason, why);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.Flying(), Names{"a"});
}

TEST(Commands, RetryOfAParkedFailureWaitsForResume) {
  Driven run(Two());
  Bring(run, RunStatus::kFailed);
  run.Do(ControlKind::kPark);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.status(), RunStatus::kParked);
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{"a"});
}

TEST(Commands, RetryAndSkipOfAStepOfAParkedFailureWaitForResume) {
  for (ControlKind kind : {ControlKind::kRetry, ControlKind::kSkip}) {
    Driven run(Pipelines({Each("build"), Agent("after")}, {Agent("work")}), LoosePlan("h", 1));
    run.Begin();
    run.End("s0/work", Failed(ErrorClass::kPermanent));
    run.Do(ControlKind::kPark);
    run.Do(kind, "s0");
    EXPECT_EQ(run.status(), RunStatus::kParked);
    EXPECT_TRUE(run.Flying().empty());
    run.Do(ControlKind::kResume);
    EXPECT_EQ(run.Flying(), Names{kind == ControlKind::kRetry ? "s0/work" : "after"});
  }
}

TEST(Commands, WhyAPersonRetriesAPanelIsToldToItsMembersOnly) {
  for (const int rules : {6, kRules}) {
    Stage panel = Panel("gates", Aggregate::kAllPass, {"a", "b"});
    panel.retry = 0;
    Driven run(Pipelines({panel, Agent("after")}));
    run.start.rules = rules;
    run.Begin();
    run.End("gates:a", Failed(ErrorClass::kPermanent));
    run.End("gates:b", Approved());
    ASSERT_EQ(run.status(), RunStatus::kFailed);
    run.Do(ControlKind::kRetry, "", "the key is new");
    EXPECT_EQ(run.At("gates:a").note, "A person asks to try again: the key is new");
    run.End("gates:a", Approved());
    const std::string told = rules < 7 ? "A person asks to try again: the key is new" : "";
    EXPECT_EQ(run.At("after").note, told) << rules;
  }
}

TEST(Commands, WhyAPersonRetriesAStageIsToldToEveryAttemptUntilItPasses) {
  const std::string said = "A person asks to try again: the key is new";
  Driven run(Pipelines({Review("look"), Panel("gates", Aggregate::kAllPass, {"a"}), Each("build")},
                       {Check("before", "", CheckMode::kBaseline), Agent("work"), Agent("more")}),
             LoosePlan("h", 1));
  run.start.rules = kRules;
  run.Begin();
  run.End("look", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry, "", "the key is new");
  run.End("look", Malformed());
  EXPECT_EQ(run.At("look").note, "the verdict cannot be read\n\n" + said);
  run.End("look", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.At("look").note, "it broke\n\n" + said) << "a second retry takes nothing back";
  run.End("look", Approved());
  EXPECT_EQ(run.At("gates:a").note, "");
  run.End("gates:a", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry, "", "the key is new");
  run.End("gates:a", Malformed());
  EXPECT_EQ(run.At("gates:a").note, "the verdict cannot be read\n\n" + said);
  run.End("gates:a", Approved());
  run.End("s0/before", Done());
  run.End("s0/work", Failed(ErrorClass::kPermanent));
  run.Do(ControlKind::kRetry, "s0", "the key is new");
  run.End("s0/before", Done());
  EXPECT_EQ(run.At("s0/work").note, "The step failed before: permanent: it broke\n\n" + said);
  run.End("s0/work", Failed(ErrorClass::kMalformed));
  EXPECT_EQ(run.At("s0/work").note, "it broke\n\n" + said);
  run.End("s0/work", Done());
  EXPECT_EQ(run.At("s0/more").note, "");
}

TEST(Commands, WhyAPersonRetriesAStageWithoutAnAgentIsToldToNoOther) {
  for (const int rules : {6, kRules}) {
    Driven run(Pipelines({Ask("sure", "", Unattended::kStop), Agent("after")}));
    run.start.rules = rules;
    run.start.attended = false;
    run.Begin();
    ASSERT_EQ(run.status(), RunStatus::kFailed);
    run.Do(ControlKind::kRetry, "", "ask me");
    ASSERT_EQ(run.status(), RunStatus::kFailed) << "it is unattended still";
    run.Do(ControlKind::kSkip, "", "not needed");
    EXPECT_EQ(run.At("after").note.empty(), rules >= 7) << rules;
  }
}

TEST(Commands, WhyAPersonRetriesAStageIsNotToldToTheNextWhenTheySkipIt) {
  for (const int rules : {6, kRules}) {
    Stage work = Agent("work");
    work.retry = 0;
    Driven run(Pipelines({work, Agent("after")}));
    run.start.rules = rules;
    run.Begin();
    run.End("work", Failed(ErrorClass::kPermanent));
    run.Do(ControlKind::kRetry, "", "the key is new");
    run.Do(ControlKind::kSkip, "", "not needed");
    run.End("work", Stopped());
    EXPECT_EQ(run.At("after").note.empty(), rules >= 7) << rules;
  }
}

TEST(Commands, RetryStartsTheFailedStageWithFreshAttempts) {
  Driven run(Two());
  Bring(run, RunStatus::kFailed);
  run.Do(ControlKind::kRetry);
  EXPECT_EQ(run.status(), RunStatus::kActive);
  EXPECT_EQ(run.At("a").attempt, 1);
  EXPECT_EQ(run.At("a").iteration, 2);
}

TEST(Commands, SkipOfAFailedStageGoesOn) {
  Driven run(Two());
  Bring(run, RunStatus::kFailed);
  run.Do(ControlKind::kSkip);
  EXPECT_EQ(run.Flying(), Names{"b"});
  EXPECT_TRUE(run.Memo("a").skipped);
}

TEST(Commands, SkipOfARunningStageStopsItsUnitsFirst) {
  Driven run(Two());
  run.Begin();
  const UnitId unit = run.At("a").id;
  EXPECT_TRUE(Stops(run.Do(ControlKind::kSkip), unit));
  run.End("a", Done());
  EXPECT_TRUE(run.Memo("a").skipped);
  EXPECT_EQ(run.Flying(), Names{"b"});
}

TEST(Commands, SkipOfAPanelDropsTheTimersOfItsSeats) {
  Driven run(Pipelines({Panel("gates", Aggregate::kAllPass, {"a", "b"}), Agent("after")}));
  run.Begin();
  run.End("gates:a", Failed(ErrorClass::kNetwork));
  run.Do(ControlKind::kSkip);
  run.End("gates:b", Stopped());
  EXPECT_EQ(run.Flying(), Names{"after"});
  EXPECT_TRUE(run.state().timers.empty());
}

TEST(Commands, SkipOfAQuestionWithdrawsIt) {
  Driven run(Pipelines({Ask("approve"), Agent("b")}));
  run.Begin();
  run.Do(ControlKind::kSkip);
  EXPECT_TRUE(run.Open().empty());
  EXPECT_EQ(run.Flying(), Names{"b"});
}

TEST(Commands, SkipBehindTheLastStageIsRefused) {
  Driven run(Pipelines({Agent("a")}));
  run.Begin();
  run.Do(ControlKind::kPause);
  run.End("a", Done());
  EXPECT_NE(run.Refuses(ControlKind::kSkip).find("no stage is left to skip"), std::string::npos);
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.status(), RunStatus::kCompleted);
}

TEST(Commands, SkipWhilePausedWaitsForResume) {
  Driven run(Two());
  run.Begin();
  run.Do(ControlKind::kPause);
  run.Do(ControlKind::kSkip);
  run.End("a", Stopped());
  EXPECT_TRUE(run.Flying().empty());
  run.Do(ControlKind::kResume);
  EXPECT_EQ(run.Flying(), Names{"b"});
}

TEST(Commands, AnEndedRunWaitsForNoOtherRun) {
  Driven run(Two());
  Bring(run, RunStatus::kBlocked);
  run.Do(ControlKind::kAbandon);
  EXPECT_TRUE(run.state().blockers.empty());
  EXPECT_EQ(run.Refused(BlockerEnded{RunId{7}, RunStatus::kCompleted}), "the run does not wait for run 7");
}

TEST(Recovery, WhatWasBegunAndHasNotEndedIsPending) {
  Driven run(Pipelines({Each("build", 2)}, {Agent("work")}), LoosePlan("h", 2));
  run.Begin();
  run.End("s0/work", Failed(ErrorClass::kNetwork));
  const auto pending = Pending(run.state());
  ASSERT_EQ(pending.size(), 2u);
  EXPECT_EQ(std::get<StartUnit>(pending[0]).unit, run.At("s1/work").id);
  EXPECT_EQ(std::get<SetTimer>(pending[1]).due, run.state().timers.begin()->second.due);
}

TEST(Recovery, WhatWasToldToStopIsNotStartedAgain) {
  for (ControlKind kind : {ControlKind::kStop, ControlKind::kCancel, ControlKind::kSkip}) {
    Driven run(Two());
    run.Begin();
    run.Do(kind);
    const auto pending = Pending(run.state());
    ASSERT_EQ(pending.size(), 1u);
    EXPECT_EQ(std::get<StopUnit>(pending[0]).unit, run.At("a").id);
  }
}

}  // namespace
}  // namespace forge::testing
