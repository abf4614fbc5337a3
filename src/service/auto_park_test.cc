#include "service/auto_park.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

constexpr std::int64_t kParkDay = 24LL * 60 * 60 * 1000;

RunRow RunOf(RunStatus status, std::int64_t parent = 0) {
  RunRow run;
  run.status = status;
  run.parent = RunId{parent};
  run.updated = TimePoint{10 * kParkDay};
  return run;
}

TEST(AutoPark, ARunThatCouldGoOnIsUntouchedAfterTheDays) {
  for (const RunStatus status : {RunStatus::kActive, RunStatus::kWaiting, RunStatus::kPaused}) {
    EXPECT_TRUE(IsUntouched(RunOf(status), 14, TimePoint{24 * kParkDay}));
    EXPECT_FALSE(IsUntouched(RunOf(status), 14, TimePoint{24 * kParkDay - 1}));
  }
}

TEST(AutoPark, WhatIsParkedFailedBlockedOrOverIsLeftAlone) {
  for (const RunStatus status : {RunStatus::kParked, RunStatus::kFailed, RunStatus::kBlocked, RunStatus::kCompleted})
    EXPECT_FALSE(IsUntouched(RunOf(status), 1, TimePoint{99 * kParkDay}));
}

TEST(AutoPark, AChildRunRestsWithItsParent) {
  EXPECT_FALSE(IsUntouched(RunOf(RunStatus::kWaiting, 3), 1, TimePoint{99 * kParkDay}));
}

}  // namespace
}  // namespace forge
