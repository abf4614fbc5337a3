#include "os/crash_point.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <cstdlib>

namespace forge {
namespace {

TEST(CrashPointDeathTest, TheProcessDiesAtTheArmedPlace) {
  EXPECT_EXIT(
      {
        if (ArmCrash("there")) CrashPoint("there");
        std::_Exit(0);
      },
      testing::KilledBySignal(SIGKILL), "");
}

TEST(CrashPointDeathTest, NotBeforeTheCountIsReached) {
  auto pass = [](int times) {
    if (!ArmCrash("there:3")) std::_Exit(1);
    for (int i = 0; i < times; ++i) CrashPoint("there");
    std::_Exit(0);
  };
  EXPECT_EXIT(pass(2), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(pass(3), testing::KilledBySignal(SIGKILL), "");
}

TEST(CrashPointDeathTest, OtherPlacesAreSafe) {
  EXPECT_EXIT(
      {
        if (ArmCrash("there:1")) CrashPoint("here");
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(CrashPointDeathTest, DoesNothingWhenNothingIsArmed) {
  EXPECT_EXIT(
      {
        CrashPoint("there");
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(CrashPoint, RefusesWhatNamesNoPlace) {
  for (const char* spec : {"", ":1", "a:", "a:0", "a:-1", "a:x", "a:1:2"}) {
    auto status = ArmCrash(spec);
    ASSERT_FALSE(status) << spec;
    EXPECT_EQ(status.error().code, Code::kInvalid);
  }
}

}  // namespace
}  // namespace forge
