#include "verify/tap.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

std::optional<TestCounts> Read(std::string_view text) {
  TapReader whole;
  whole.Feed(text);
  auto counts = whole.Finish();
  TapReader bytes;
  for (char c : text) bytes.Feed(std::string_view(&c, 1));
  EXPECT_EQ(bytes.Finish(), counts);
  return counts;
}

TEST(Tap, CountsPassedFailedAndSkipped) {
  auto counts = Read(
      "TAP version 13\n1..5\nok 1 - opens\nnot ok 2 - reads # todo later\nok 3 # SKIP no network\nnot ok 4 - writes "
      "\\# 3\n"
      "#   Failed test 'writes'\n#   at t/a.t line 17.\n#   got 3\nok 5\n");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->passed, 2);
  EXPECT_EQ(counts->skipped, 2);
  ASSERT_EQ(counts->failures.size(), 1u);
  EXPECT_EQ(counts->failures[0], (FailedTest{"writes # 3", "t/a.t:17", "got 3"}));
}

TEST(Tap, ReadsTheMessageOfAYamlBlock) {
  auto counts = Read("1..1\nnot ok 1 - adds\n  ---\n  message: '2 is not 3'\n  severity: fail\n  ...\n# after\n");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->failures[0].message, "2 is not 3");
}

TEST(Tap, SubtestsAreTheirParentsMatter) {
  auto counts = Read("1..1\n    1..2\n    ok 1\n    not ok 2 - inner\nnot ok 1 - outer\n");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->total(), 1);
  EXPECT_EQ(counts->failures[0].name, "outer");
}

TEST(Tap, WhatWasPlannedAndDidNotRunFailed) {
  auto counts = Read("1..4\nok 1\nok 2\n");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->passed, 2);
  EXPECT_EQ(counts->failed, 2);
  EXPECT_EQ(counts->failures[0].message, "4 tests were planned, 2 ran");
}

TEST(Tap, ABailOutIsAFailure) {
  auto counts = Read("1..1\nok 1\nBail out!  disk full\n");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->failures[0], (FailedTest{"Bail out!", "", "disk full"}));
}

TEST(Tap, OrdinaryOutputIsNoTap) {
  EXPECT_FALSE(Read(""));
  EXPECT_FALSE(Read("ok 1 we are done\nnot ok at all\n"));
  EXPECT_FALSE(Read("1..x\nok\n"));
  EXPECT_FALSE(Read("1..0 # SKIP nothing to do\n"));
  EXPECT_FALSE(Read("TAP version 14\n"));
}

TEST(Tap, AStreamOfAnyLengthIsReadInLittleMemory) {
  TapReader reader;
  reader.Feed("1..100000\n");
  const std::string noise(100'000, 'x');
  for (int i = 0; i < 200; ++i) reader.Feed(noise);
  reader.Feed("\n");
  for (int i = 0; i < 100'000; ++i) reader.Feed("not ok - x\n");
  auto counts = reader.Finish();
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->failed, 100'000);
  EXPECT_EQ(counts->failures.size(), TestCounts::kMostNamed);
}

}  // namespace
}  // namespace forge
