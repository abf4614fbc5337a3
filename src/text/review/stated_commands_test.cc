#include "text/review/stated_commands.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Commands = std::vector<std::string>;

TEST(StatedCommands, AreCodeThatTheSentenceSaysWasRun) {
  EXPECT_EQ(StatedCommands("I ran `make  test` and then `./check.sh`.\n`pytest -q` passes, all green."),
            (Commands{"make test", "./check.sh", "pytest -q"}));
}

TEST(StatedCommands, AdviceNamesAndBlocksAreNone) {
  EXPECT_EQ(StatedCommands("Run `make test` to check.\nSee `parse`, which passed.\nI ran it. Use `npm run x` later.\n"
                           "```\nI ran `make all`\n```\n> I ran `make quoted`"),
            Commands{});
}

TEST(StatedCommands, AreSupportedByACommandThatContainsThem) {
  EXPECT_EQ(UnsupportedCommands("I ran `make test` and `make lint`.", {"cd src && make   test 2>&1 | tail"}),
            Commands{"make lint"});
  EXPECT_EQ(UnsupportedCommands("I ran `make test`.", {}), Commands{"make test"});
  EXPECT_EQ(UnsupportedCommands("Nothing was run.", {}), Commands{});
}

}  // namespace
}  // namespace forge
