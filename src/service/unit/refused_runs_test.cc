#include "service/unit/refused_runs.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(RefusedRuns, OfARunTheLastRefusalCounts) {
  std::vector<RefusedRun> refused = ReadRefusedRuns("");
  AddRefusal(refused, {RunId{2}, false, "a.txt: changed"});
  AddRefusal(refused, {RunId{5}, false, "another"});
  AddRefusal(refused, {RunId{2}, true, "failed: test -s \"a\""});
  refused = ReadRefusedRuns(PrintRefusedRuns(refused));
  ASSERT_EQ(refused.size(), 2U);
  EXPECT_EQ(refused[0].run, RunId{2});
  EXPECT_TRUE(refused[0].replaced);
  EXPECT_EQ(refused[0].why, "failed: test -s \"a\"");
  EXPECT_FALSE(refused[1].replaced);
}

TEST(RefusedRuns, WhatCannotBeReadIsNoRefusal) { EXPECT_TRUE(ReadRefusedRuns("[{").empty()); }

}  // namespace
}  // namespace forge
