#include "service/serve/may_go_on.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/serve/back_off.h"
#include "service/serve/lease_watch.h"

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
  EXPECT_EQ(MoveFor(fresh, kLookedAt), Move::kSoon);
  fresh.engine_died = true;
  EXPECT_EQ(MoveFor(fresh, kLookedAt), Move::kDrive) << "no command is about to drive it";
}

TEST(MayGoOn, ARunOfALaterClockIsNotNewForEver) {
  Undriven ahead = UndrivenWith(RunStatus::kActive);
  ahead.run.updated = {kLookedAt.ms + 1};
  EXPECT_EQ(MoveFor(ahead, kLookedAt), Move::kDrive);
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

TEST(MayGoOn, ARunThatCannotBeReadIsLeft) {
  Undriven unreadable = UndrivenWith(RunStatus::kActive);
  unreadable.trouble = Error{Code::kCorrupt, "its journal is broken", ""};
  EXPECT_EQ(MoveFor(unreadable, kLookedAt), Move::kLeave);
}

constexpr std::int64_t kTerm = 5'000;

Lease LeaseBeatenAt(std::int64_t heartbeat_ms) {
  return {.run = RunId{1}, .owner = {4711, 1, "boot", "host", ""}, .heartbeat = {heartbeat_ms}, .term_ms = kTerm};
}

// Looks four times a second, so many milliseconds long; whether the lease ran out at the last look.
bool LookFor(LeaseWatch& watch, const Lease& lease, std::int64_t& now_ms, std::int64_t ms) {
  bool ran_out = false;
  for (const std::int64_t end = now_ms + ms; now_ms < end; now_ms += 250) ran_out = watch.RanOut(lease, 1, now_ms);
  return ran_out;
}

TEST(LeaseWatch, ALeaseRunsOutAfterAWholeTermBeforeOurEyes) {
  LeaseWatch watch;
  std::int64_t now = 77;
  EXPECT_FALSE(LookFor(watch, LeaseBeatenAt(1), now, kTerm));
  EXPECT_TRUE(LookFor(watch, LeaseBeatenAt(1), now, 1'000));
  EXPECT_FALSE(LookFor(watch, LeaseBeatenAt(2), now, kTerm)) << "it showed that it lives";
}

TEST(LeaseWatch, TheTimeInWhichWeCouldNotLookCountsLittle) {
  LeaseWatch watch;
  std::int64_t now = 0;
  LookFor(watch, LeaseBeatenAt(1), now, 500);
  now += 100 * kTerm;
  EXPECT_FALSE(LookFor(watch, LeaseBeatenAt(1), now, 500)) << "the machine slept; its engine did as well";
}

TEST(LeaseWatch, AnotherEngineHasATermOfItsOwn) {
  LeaseWatch watch;
  std::int64_t now = 0;
  LookFor(watch, LeaseBeatenAt(1), now, 2 * kTerm);
  Lease other = LeaseBeatenAt(1);
  other.owner.pid = 4712;
  EXPECT_FALSE(LookFor(watch, other, now, 500));
}

TEST(BackOff, AnEngineThatFailsIsStartedEverMoreRarelyWhateverItWrote) {
  std::int64_t wait = 0;
  std::vector<std::int64_t> waits;
  for (int i = 0; i < 8; ++i) waits.push_back(wait = RestAfter(DriveEnd::kFailed, wait));
  EXPECT_EQ(waits, (std::vector<std::int64_t>{1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 60'000, 60'000}));
  EXPECT_EQ(RestAfter(DriveEnd::kIdle, 4'000), 8'000);
  EXPECT_EQ(RestAfter(DriveEnd::kWorked, 60'000), 1'000);
}

}  // namespace
}  // namespace forge
