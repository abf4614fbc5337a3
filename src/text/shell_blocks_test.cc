#include "text/shell_blocks.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::vector<std::string> CommandsOfBlock(std::string_view block, std::string_view language = "sh") {
  std::vector<std::string> commands;
  for (const ShellLine& line : ReadShellBlock(block, language).value_or(std::vector<ShellLine>())) {
    if (!line.printed) commands.push_back(line.command);
  }
  return commands;
}

using ShellCommands = std::vector<std::string>;

TEST(ShellBlocks, LinesThatStandForThemselvesAreSingleCommands) {
  EXPECT_EQ(CommandsOfBlock("make a\n\n# and\nmake b \\\n  -j 2\n"), (ShellCommands{"make a", "make b -j 2"}));
  EXPECT_EQ(CommandsOfBlock("(cd web && npm test)\nX=1 make b\n"),
            (ShellCommands{"(cd web && npm test)", "X=1 make b"}));
  EXPECT_EQ(CommandsOfBlock("make a 2>&1 | tee log\ntest 1 -gt 0 || { echo no; exit 1; }"),
            (ShellCommands{"make a 2>&1 | tee log", "test 1 -gt 0 || { echo no; exit 1; }"}));
  EXPECT_EQ(CommandsOfBlock("test \"$(cd a && pwd)\" = \"b  c\"\necho 'x # y'"),
            (ShellCommands{"test \"$(cd a && pwd)\" = \"b  c\"", "echo 'x # y'"}));
  EXPECT_EQ(CommandsOfBlock("cd web && \\\n  make x"), ShellCommands{"cd web && make x"}) << "nothing comes after it";
}

TEST(ShellBlocks, ABlockWhoseLinesNeedOneShellIsOneScript) {
  for (const char* block : {"cd web\nmake x",
                            "pushd web\nmake x",
                            "export A=1\nmake x",
                            "A=1\nmake x",
                            ". ./env\nmake x",
                            "source env\nmake x",
                            "alias m=make\nm x",
                            "f() { make $1; }\nf x",
                            "function f { make; }\nf",
                            "for f in a b; do\n  true $f\ndone",
                            "if true; then\nmake x\nfi",
                            "case $a in\n  b) make;;\nesac",
                            "cat <<'END' > x\na b\nEND\nmake x",
                            "python3 -c \"\nprint(1)\n\"",
                            "make a &&\nmake b",
                            "make a |\n  tail",
                            "make a ||\n  true",
                            "(cd web\nnpm test)",
                            "{ make a\nmake b\n}",
                            "serve &\ncurl x",
                            "cd web && make a\nmake b"}) {
    EXPECT_EQ(CommandsOfBlock(block).size(), 1U) << block;
    EXPECT_TRUE(CommandsOfBlock(block)[0].starts_with("set -e\n")) << block;
  }
  EXPECT_EQ(CommandsOfBlock("# why\ncd web\n\n  make x\n"), ShellCommands{"set -e\n# why\ncd web\n\n  make x"});
  EXPECT_EQ(CommandsOfBlock("set -eu\nmake x"), ShellCommands{"set -eu\nmake x"});
}

TEST(ShellBlocks, WhatErrexitLetsPassIsChecked) {
  EXPECT_EQ(CommandsOfBlock("cd web\nmake a && make b\n! grep x y\nmake c && make d"),
            ShellCommands{"set -e\ncd web\nmake a && make b\n[ $? = 0 ]\n! grep x y\n[ $? = 0 ]\nmake c && make d"});
}

TEST(ShellBlocks, LinesThatAllChangeTheDirectoryBeginInTheRoot) {
  EXPECT_EQ(CommandsOfBlock("cd web && npm test\ncd api && go test ./..."),
            (ShellCommands{"cd web && npm test", "cd api && go test ./..."}));
  EXPECT_EQ(CommandsOfBlock("cd web && npm test\ncd ../api && go test ./...").size(), 1U);
}

TEST(ShellBlocks, OnlyWhatStandsBehindAPromptIsACommand) {
  EXPECT_EQ(CommandsOfBlock("$ make a\nrm x\n% make b\nada@host:~/src$ make c\n> make d\n", "console"),
            (ShellCommands{"make a", "make b", "make c"}));
  EXPECT_EQ(CommandsOfBlock("$ cd web\n/src/web\n$ make x\nok\n", "console"), ShellCommands{"set -e\ncd web\nmake x"});
  EXPECT_EQ(CommandsOfBlock("$ for f in a; do\n> make $f\n> done\nmake: done\n$ make b", "console"),
            ShellCommands{"set -e\nfor f in a; do\nmake $f\ndone\nmake b"});
  EXPECT_EQ(CommandsOfBlock("$ make a \\\n> -j\nrm x\n", ""), ShellCommands{"make a -j"});
}

TEST(ShellBlocks, TheCommentsOfAScriptAreItsComment) {
  const auto lines = ReadShellBlock("cd web  # first\n# by hand\nmake x\necho '# none'", "sh").value();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].comment, "first. by hand. ");
}

}  // namespace
}  // namespace forge
