#include "service/serve/may_go_on.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

constexpr TimePoint kNow{1'000'000};

Undriven With(RunStatus status, const std::string& reason = "") {
  Undriven undriven;
  undriven.run.id = RunId{1};
  undriven.run.status = status;
  undriven.run.reason = reason;
  undriven.run.updated = {kNow.ms - kLeftAloneMs};
  return undriven;
}

TEST(MayGoOn, AnActiveRunIsDriven) { EXPECT_EQ(MoveFor(With(RunStatus::kActive), kNow), Move::kDrive); }

TEST(MayGoOn, ARunThatWasJustMadeIsLeftToTheCommandThatMadeIt) {
  Undriven fresh = With(RunStatus::kActive);
  fresh.run.updated = {kNow.ms - kLeftAloneMs + 1};
  EXPECT_EQ(MoveFor(fresh, kNow), Move::kLeave);
  fresh.engine_died = true;
  EXPECT_EQ(MoveFor(fresh, kNow), Move::kDrive) << "no command is about to drive it";
}

TEST(MayGoOn, WhatAPersonHoldsIsLeft) {
  for (const RunStatus status : {RunStatus::kWaiting, RunStatus::kPaused, RunStatus::kParked, RunStatus::kFailed,
                                 RunStatus::kCompleted, RunStatus::kCancelled, RunStatus::kAbandoned}) {
    EXPECT_EQ(MoveFor(With(status), kNow), Move::kLeave) << Name(status);
    EXPECT_EQ(MoveFor(With(status, "interrupted"), kNow), Move::kLeave) << Name(status);
  }
}

TEST(MayGoOn, WhatAServerPausedIsResumed) {
  EXPECT_EQ(MoveFor(With(RunStatus::kPaused, std::string(kServerEnded)), kNow), Move::kResume);
}

TEST(MayGoOn, ABlockedRunGoesOnWhenItsBlockerHasEnded) {
  Undriven blocked = With(RunStatus::kBlocked);
  EXPECT_EQ(MoveFor(blocked, kNow), Move::kLeave);
  blocked.blocker_ended = true;
  EXPECT_EQ(MoveFor(blocked, kNow), Move::kDrive);
}

TEST(MayGoOn, ADaysBudgetIsAskedForAgainOnAnotherDay) {
  Undriven waiting = With(RunStatus::kWaiting);
  waiting.new_day = true;
  EXPECT_EQ(MoveFor(waiting, kNow), Move::kDrive);
}

TEST(MayGoOn, ARunWhoseChildrenAllWaitForAPersonIsLeft) {
  Undriven parent = With(RunStatus::kActive);
  parent.children_wait = true;
  EXPECT_EQ(MoveFor(parent, kNow), Move::kLeave);
}

}  // namespace
}  // namespace forge
