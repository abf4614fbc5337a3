#include "service/report/finding_above.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(FindingAbove, NumbersAreThoseOfRunsBelow) {
  const std::vector<std::string> both = {"18:F2", "19:F1"};
  EXPECT_EQ(NumbersBelow("18:F2, 19:F1"), both);
  EXPECT_EQ(NumbersBelow("`18:F2` (and 19:F1)"), both);
  for (const char* text : {"", "F2", "18:2", "18:F", "a18:F2", "a.cc:12", "12:00"})
    EXPECT_TRUE(NumbersBelow(text).empty()) << text;
}

TEST(FindingAbove, WhatNeedsADecisionIsListedWithItsNumber) {
  RunFinding open;
  open.id = "F2";
  open.finding.severity = "low";
  open.finding.title = "The note is short";
  open.finding.file = "notes/one.txt";
  RunFinding fixed = open;
  fixed.finding.state = FindingState::kFixed;
  EXPECT_EQ(PointsLeftBy(RunId{18}, {open, fixed}), "- 18:F2, low: The note is short (notes/one.txt)\n");
  const std::string many = PointsLeftBy(RunId{18}, std::vector<RunFinding>(200, open));
  EXPECT_LT(many.size(), 6U * 1024) << "else its reader cuts it in its middle";
  EXPECT_TRUE(many.ends_with("(notes/one.txt)\n(and 75 more: `forge findings 18`)\n")) << many;
}

}  // namespace
}  // namespace forge
