#include "surface/view/times.h"
#include "base/display.h"
#include "base/strings.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Times, AreIsoInUtcWithMilliseconds) {
  EXPECT_EQ(IsoTime(TimePoint{0}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(IsoTime(TimePoint{1709210096789}), "2024-02-29T12:34:56.789Z");
  EXPECT_EQ(IsoTime(TimePoint{-1}), "1969-12-31T23:59:59.999Z");
}

TEST(Times, PassedAreShort) {
  EXPECT_EQ(Ago(TimePoint{0}, TimePoint{59'999}), "59s");
  EXPECT_EQ(Ago(TimePoint{0}, TimePoint{60'000}), "1m");
  EXPECT_EQ(Ago(TimePoint{0}, TimePoint{7'200'000}), "2h");
  EXPECT_EQ(Ago(TimePoint{0}, TimePoint{5 * 86'400'000LL}), "5d");
  EXPECT_EQ(Ago(TimePoint{10}, TimePoint{0}), "0s");
}

TEST(Amounts, OfOneAreSingular) {
  EXPECT_EQ(Counted(0, "step"), "0 steps");
  EXPECT_EQ(Counted(1, "step"), "1 step");
  EXPECT_EQ(Counted(2, "step"), "2 steps");
}

TEST(Amounts, LeaveOutWhatIsNothing) {
  EXPECT_EQ(SpendText(0, 0), "");
  EXPECT_EQ(SpendText(840, 0), "840 tokens");
  EXPECT_EQ(SpendText(12'400, 0.318), "12.4k tokens, $0.32");
  EXPECT_EQ(SpendText(0, 1), "$1.00");
  EXPECT_EQ(SpendText(0, 0.01), "$0.01");
  EXPECT_EQ(SpendText(0, 0.004), "$0.004");
  EXPECT_EQ(SpendText(0, 0.0002), "<$0.001");
  EXPECT_EQ(UsdText(0), "$0.00");
  EXPECT_EQ(UsdText(0.318, UsdDigits::kThree), "$0.318");
  EXPECT_EQ(UsdText(0, UsdDigits::kThree), "$0.000");
  EXPECT_EQ(UsdText(0.0002, UsdDigits::kThree), "<$0.001");
  EXPECT_EQ(UsdOfText(0.015, 0.012), "$0.015 of $0.012");
  EXPECT_EQ(UsdOfText(0.25, 0.25), "$0.25 of $0.25");
  EXPECT_EQ(UsdOfText(0.004, 2), "$0.004 of $2.00");
  EXPECT_EQ(UsdOfText(2.5, 2), "$2.50 of $2.00");
  EXPECT_EQ(TokenText(3'100'000), "3.1M");
}

}  // namespace
}  // namespace forge
