#include "service/unit/refused_runs.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(RefusedRuns, ARunIsReplacedWhenItIsRefusedAgain) {
  std::vector<RefusedRun> refused = ReadRefusedRuns("");
  EXPECT_TRUE(refused.empty());
  EXPECT_FALSE(AddRefusal(refused, RunId{2}, "a.txt: changed"));
  refused = ReadRefusedRuns(PrintRefusedRuns(refused));
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_FALSE(refused[0].is_replaced());
  EXPECT_TRUE(AddRefusal(refused, RunId{2}, "failed: test -s \"a\""));
  EXPECT_FALSE(AddRefusal(refused, RunId{5}, "another"));
  refused = ReadRefusedRuns(PrintRefusedRuns(refused));
  ASSERT_EQ(refused.size(), 2u);
  EXPECT_TRUE(refused[0].is_replaced());
  EXPECT_EQ(refused[0].why, "failed: test -s \"a\"");
  EXPECT_FALSE(refused[1].is_replaced());
}

TEST(RefusedRuns, WhatCannotBeReadIsNoRefusal) { EXPECT_TRUE(ReadRefusedRuns("[{").empty()); }

}  // namespace
}  // namespace forge
