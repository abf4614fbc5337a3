#include "service/unit/refused_runs.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace forge {
namespace {

TEST(RefusedRuns, ARunIsReplacedOnceAndWhatTheNextOneMadeIsTriedFirst) {
  std::vector<RefusedRun> refused = ReadRefusedRuns("");
  const auto add = [&](std::int64_t run, const char* why) {
    refused = ReadRefusedRuns(PrintRefusedRuns(refused));  // another engine may go on
    return AddRefusal(refused, RunId{run}, why);
  };
  EXPECT_TRUE(add(2, "a.txt: changed"));
  EXPECT_FALSE(add(3, "failed: test -s \"a\"")) << "it was the one instead";
  EXPECT_TRUE(add(3, "failed again")) << "a person retried";
  EXPECT_FALSE(add(5, "another"));
  ASSERT_EQ(refused.size(), 3U);
  EXPECT_EQ(refused[1].run, RunId{3});
  EXPECT_TRUE(refused[1].replaced);
  EXPECT_EQ(refused[1].why, "failed again");
  EXPECT_FALSE(refused[2].replaced);
}

TEST(RefusedRuns, WhatCannotBeReadIsNoRefusal) { EXPECT_TRUE(ReadRefusedRuns("[{").empty()); }

}  // namespace
}  // namespace forge
