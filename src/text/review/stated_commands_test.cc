#include "text/review/stated_commands.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Commands = std::vector<std::string>;

TEST(StatedCommands, AreCodeThatTheSentenceSaysWasRun) {
  EXPECT_EQ(StatedCommands("I ran `make  test` and then `./check.sh`.\n`pytest -q` passes, all green."),
            (Commands{"make test", "./check.sh", "pytest -q"}));
}

TEST(StatedCommands, WhatWasRunIsToldFromHowItEnded) {
  EXPECT_EQ(StatedRuns("I ran `make test`.\n`pytest -q` passes, all green."), Commands{"make test"});
}

TEST(StatedCommands, AdviceNamesAndBlocksAreNone) {
  EXPECT_EQ(StatedCommands("Run `make test` to check.\nSee `parse`, which passed.\nI ran it. Use `npm run x` later.\n"
                           "```\nI ran `make all`\n```\n> I ran `make quoted`"),
            Commands{});
}

TEST(StatedCommands, OneWordIsACommandOnlyDirectlyAfterRan) {
  EXPECT_EQ(StatedCommands("did it; ran `tox`"), Commands{"tox"});
  EXPECT_EQ(StatedCommands("I executed `tox`, then ran everything of `parse`.\nIt ran; `tox` is odd. We ran `f()`."),
            Commands{"tox"});
}

TEST(StatedTestsFirst, AreLinesThatSayThatATestFailedBeforeTheWork) {
  EXPECT_EQ(StatedTestsFirst("Done.\nSo: I wrote the test first; it failed. All is well."),
            Commands{"So: I wrote the test first; it failed."});
  EXPECT_EQ(StatedTestsFirst("Good. Tests first. They were red. Now green."), Commands{"Tests first. They were red."});
  EXPECT_EQ(StatedTestsFirst("Done test-first: it fails without the change."),
            Commands{"Done test-first: it fails without the change."});
}

TEST(StatedTestsFirst, OtherWordsAboutTestsAndOrderAreNone) {
  for (const char* text : {"The first test failed, so I mended it.", "I did not write the test first; it failed later.",
                           "I wrote the test first.", "First I read the code. Then a test failed.",
                           "```\nI wrote the test first; it failed.\n```", "> the test first; it failed",
                           "All tests pass. First come, first served."})
    EXPECT_EQ(StatedTestsFirst(text), Commands{}) << text;
}

TEST(StatedCommands, AreSupportedByACommandThatContainsThem) {
  EXPECT_EQ(UnsupportedCommands("I ran `make test` and `make lint`.", {"cd src && make   test 2>&1 | tail"}),
            Commands{"make lint"});
  EXPECT_EQ(UnsupportedCommands("I ran `make test`.", {}), Commands{"make test"});
  EXPECT_EQ(UnsupportedCommands("Nothing was run.", {}), Commands{});
}

}  // namespace
}  // namespace forge
