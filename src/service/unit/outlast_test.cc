#include "service/unit/outlast.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

TEST(Outlast, AShortageIsWaitedForAndToldOnce) {
  int tries = 0;
  int told = 0;
  const auto done = Outlast(
      {}, [&](const Error&) { ++told; },
      [&]() -> Result<std::string> {
        if (++tries < 3) return Fail(Code::kExhausted, "the disk is full");
        return "kept";
      });
  EXPECT_EQ(done.value(), "kept");
  EXPECT_EQ(tries, 3);
  EXPECT_EQ(told, 1);
}

TEST(Outlast, AnyOtherFailureIsReturnedAtOnce) {
  int tries = 0;
  const Status done = Outlast({}, {}, [&]() -> Status {
    ++tries;
    return Fail(Code::kIo, "the disk is broken");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::kIo);
  EXPECT_EQ(tries, 1);
}

TEST(Outlast, AStopEndsTheWaiting) {
  std::stop_source stop;
  int tries = 0;
  const Status done = Outlast(stop.get_token(), {}, [&]() -> Status {
    if (++tries == 2) stop.request_stop();
    return Fail(Code::kExhausted, "the disk is full");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::kExhausted);
  EXPECT_EQ(tries, 2);
}

}  // namespace
}  // namespace forge
