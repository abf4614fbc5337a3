#include <gtest/gtest.h>

#include <cstdlib>

#include "os/fault.h"
#include "os/system.h"
#include "service/idle_loop.h"

namespace forge {
namespace {

struct StepOfTheClock : testing::Test {
  ~StepOfTheClock() override { DisarmFaults(); }
};

TEST_F(StepOfTheClock, DoesNotShowInARunsTime) {
  for (const char* step : {"clock:1:-3600000", "clock:1:+3600000"}) {
    RunClock clock;
    const TimePoint before = clock.Now();
    ASSERT_TRUE(ArmFaults(step));
    const TimePoint after = clock.Now();
    EXPECT_GE(after.ms, before.ms) << step;
    EXPECT_LT(after.ms, before.ms + 3'000'000) << step;
    EXPECT_GT(std::abs(clock.Wall().ms - after.ms), 3'000'000) << "the world's clock is what it is";
    DisarmFaults();
  }
}

TEST_F(StepOfTheClock, AfterARestartTheJournalIsNeverAheadOfUs) {
  const TimePoint recorded{WallClock().ms + 3'600'000};  // by an engine whose clock was an hour ahead
  RunClock clock(recorded);
  EXPECT_GE(clock.Now().ms, recorded.ms);
  RunClock later(TimePoint{WallClock().ms - 3'600'000});
  EXPECT_LT(std::abs(later.Now().ms - WallClock().ms), 3'000'000) << "otherwise the wall clock counts";
}

}  // namespace
}  // namespace forge
