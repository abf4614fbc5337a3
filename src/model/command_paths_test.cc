#include "model/command_paths.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Paths = std::vector<std::string_view>;

TEST(CommandPaths, WordsWithADotOrASlashArePaths) {
  EXPECT_EQ(PathsInCommand("pytest -q ./tests/test_a.py::TestA && sh 'tests/b.sh'"),
            (Paths{"tests/test_a.py", "tests/b.sh"}));
  EXPECT_EQ(PathsInCommand("FILE=src/a.c make test --file=b.mk"), (Paths{"src/a.c", "b.mk"}));
  EXPECT_EQ(PathsInCommand("./check.sh a.c a.c"), (Paths{"check.sh", "a.c"})) << "each once";
  EXPECT_EQ(PathsInCommand("./check"), Paths{"check"});
}

TEST(CommandPaths, WhatOnlyAShellKnowsIsNone) {
  EXPECT_EQ(PathsInCommand("make test"), Paths{});
  EXPECT_EQ(PathsInCommand("cat /etc/passwd ~/x.c src/*.c $HOME/a.c -x.c .. ../a.c src/"), Paths{});
}

}  // namespace
}  // namespace forge
