#include "service/serve/may_go_on.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

constexpr TimePoint kLookedAt{1'000'000};

Undriven UndrivenWith(RunStatus status, const std::string& reason = "") {
  Undriven undriven;
  undriven.run.id = RunId{1};
  undriven.run.status = status;
  undriven.run.reason = reason;
  undriven.run.updated = {kLookedAt.ms - kLeftAloneMs};
  return undriven;
}

TEST(MayGoOn, AnActiveRunIsDriven) { EXPECT_EQ(MoveFor(UndrivenWith(RunStatus::kActive), kLookedAt), Move::kDrive); }

TEST(MayGoOn, ARunThatWasJustMadeIsLeftToTheCommandThatMadeIt) {
  Undriven fresh = UndrivenWith(RunStatus::kActive);
  fresh.run.updated = {kLookedAt.ms - kLeftAloneMs + 1};
  EXPECT_EQ(MoveFor(fresh, kLookedAt), Move::kLeave);
  fresh.engine_died = true;
  EXPECT_EQ(MoveFor(fresh, kLookedAt), Move::kDrive) << "no command is about to drive it";
}

TEST(MayGoOn, WhatAPersonHoldsIsLeft) {
  for (const RunStatus status : {RunStatus::kWaiting, RunStatus::kPaused, RunStatus::kParked, RunStatus::kFailed,
                                 RunStatus::kCompleted, RunStatus::kCancelled, RunStatus::kAbandoned}) {
    EXPECT_EQ(MoveFor(UndrivenWith(status), kLookedAt), Move::kLeave) << Name(status);
    EXPECT_EQ(MoveFor(UndrivenWith(status, "interrupted"), kLookedAt), Move::kLeave) << Name(status);
  }
}

TEST(MayGoOn, WhatAServerPausedIsResumed) {
  EXPECT_EQ(MoveFor(UndrivenWith(RunStatus::kPaused, std::string(kServerEnded)), kLookedAt), Move::kResume);
}

TEST(MayGoOn, ABlockedRunGoesOnWhenItsBlockerHasEnded) {
  Undriven blocked = UndrivenWith(RunStatus::kBlocked);
  EXPECT_EQ(MoveFor(blocked, kLookedAt), Move::kLeave);
  blocked.blocker_ended = true;
  EXPECT_EQ(MoveFor(blocked, kLookedAt), Move::kDrive);
}

TEST(MayGoOn, ADaysBudgetIsAskedForAgainOnAnotherDay) {
  Undriven waiting = UndrivenWith(RunStatus::kWaiting);
  waiting.new_day = true;
  EXPECT_EQ(MoveFor(waiting, kLookedAt), Move::kDrive);
}

TEST(MayGoOn, ARunWhoseChildrenAllWaitForAPersonIsLeft) {
  Undriven parent = UndrivenWith(RunStatus::kActive);
  parent.children_wait = true;
  EXPECT_EQ(MoveFor(parent, kLookedAt), Move::kLeave);
}

}  // namespace
}  // namespace forge
