#include "service/report/estimate.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

const RunKind kQuick{"forge", "quick", "claude"};

TEST(Estimate, SaysSoWhenNothingIsKnown) {
  EXPECT_EQ(DescribeEstimate({}, kQuick),
            "no basis yet: no completed run of pipeline `forge`, size quick, agent claude");
}

TEST(Estimate, TellsTheSpreadAndTheMiddle) {
  EXPECT_EQ(DescribeEstimate({{0.5, 100, 60'000}, {2, 400, 600'000}, {0.7, 150, 120'000}}, kQuick),
            "$0.50 to $2.00, half of them at most $0.70; 1m00s to 10m00s, half of them at most 2m00s (3 completed runs "
            "of pipeline `forge`, size quick, agent claude)");
}

TEST(Estimate, CountsTokensWhereNothingHasAPrice) {
  EXPECT_EQ(DescribeEstimate({{0, 1200, 60'000}}, kQuick),
            "1200 tokens; 1m00s (1 completed run of pipeline `forge`, size quick, agent claude)");
}

TEST(Estimate, DoesNotTakeWhatNoRunReportedForNothing) {
  EXPECT_EQ(DescribeEstimate({{0, 0, 60'000}}, kQuick),
            "cost unknown (the agent reports no usage); 1m00s (1 completed run of pipeline `forge`, size quick, agent "
            "claude)");
  EXPECT_EQ(DescribeEstimate({{0, 0, 60'000}, {0.5, 100, 60'000}}, kQuick),
            "$0.50; 1m00s (2 completed runs of pipeline `forge`, size quick, agent claude)");
}

}  // namespace
}  // namespace forge
