#include "base/iso_time.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(IsoTimes, WhatIsWrittenIsReadBack) {
  for (const std::int64_t ms : {0LL, 951827696789LL, 1935692521123LL}) {
    EXPECT_EQ(ParseIsoTime(IsoTime(TimePoint{ms})).value().ms, ms) << ms;
  }
  EXPECT_EQ(IsoTime(TimePoint{951827696789}), "2000-02-29T12:34:56.789Z");
}

TEST(IsoTimes, FractionsAndZonesAreRead) {
  const std::int64_t noon = ParseIsoTime("2026-01-02T12:00:00Z").value().ms;
  EXPECT_EQ(ParseIsoTime("2026-01-02T14:00:00+02:00").value().ms, noon);
  EXPECT_EQ(ParseIsoTime("2026-01-02T07:30:00-04:30").value().ms, noon);
  EXPECT_EQ(ParseIsoTime("2026-01-02T12:00:00.5Z").value().ms, noon + 500);
  EXPECT_EQ(ParseIsoTime("2026-01-02T12:00:00.123456Z").value().ms, noon + 123);
}

TEST(IsoTimes, OtherTextIsNoTime) {
  for (const char* text : {"", "2026-01-02", "2026-01-02T12:00:00", "2026-02-30T12:00:00Z", "2026-01-02T24:00:00Z",
                           "2026-01-02 12:00:00Z", "2026-01-02T12:00:00+2", "x026-01-02T12:00:00Z", "1767355200000"}) {
    EXPECT_FALSE(ParseIsoTime(text)) << text;
  }
}

}  // namespace
}  // namespace forge
