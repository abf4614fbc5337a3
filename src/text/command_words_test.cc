#include "text/command_words.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(CommandWords, ProgramsWithArgumentsAndScriptsAreCommands) {
  for (const char* code : {"make test",
                           "ruby -Itest test/all.rb",
                           "lua test.lua",
                           "perl t/x.t",
                           "./check",
                           "./check.sh -q",
                           "make",
                           "pytest",
                           "CC=clang make -j2",
                           "cd build && ctest",
                           "scripts/test.sh",
                           "bin/test",
                           "tests/all.sh",
                           "! grep -r goto src",
                           "test -s one.txt",
                           "[ -f a ]",
                           "(cd a && make)",
                           "$CC -c a.c",
                           "java -jar x.jar",
                           "R CMD check .",
                           "busted spec",
                           "grep x src/a.cc",
                           "../tools/run x",
                           "swift test"}) {
    EXPECT_TRUE(IsCommand(code)) << code;
  }
}

TEST(CommandWords, FilesNamesStatementsAndSentencesAreNot) {
  for (const char* code : {"",
                           "src/a.cc",
                           "src/a.cc:12",
                           "src/a.cc:12-20",
                           "README.md",
                           "read_all",
                           "read_all()",
                           "Reader::Next()",
                           "x == 1",
                           "x = 5",
                           "--flag",
                           "-q",
                           "the parser fails",
                           "int main",
                           "return 0",
                           "const x = 1",
                           "The reader stops",
                           "docs/x.md is there",
                           "some output: 5",
                           "A=b",
                           "foo (bar)",
                           "std::string",
                           "content-length",
                           "@scope/name x",
                           "src/reader.cc and src/b.cc"}) {
    EXPECT_FALSE(IsCommand(code)) << code;
  }
}

TEST(CommandWords, AnUnknownProgramNeedsAnArgumentThatOnlyACommandHas) {
  for (const char* code :
       {"forge-check --all", "mytool -q", "mytool src/a", "mytool a.txt", "mytool run && mytool stop",
        "mytool list | sort", "mytool all > out", "bin/mytool all", "npm test", "golangci-lint run", "R CMD check .",
        "7z x a.zip", "mytool ./...", "X=1 mytool -q"}) {
    EXPECT_TRUE(IsCommand(code)) << code;
    EXPECT_TRUE(IsCommand(code, true)) << code;
  }
  for (const char* code :
       {"parser handles empty input", "user logs in", "empty file", "2 + 2", "hello world", "2 tests passed", "2 -1",
        "x - 1", "count > 0", "string | null", "a && b", "value exceeds 1.5", "parser handles input.",
        "check empty input", "make sure it works", "prove it", "trial run", "run-tests all", "12 x.c"}) {
    EXPECT_FALSE(IsCommand(code)) << code;
    EXPECT_FALSE(IsCommand(code, true)) << code;
  }
}

TEST(CommandWords, AWordThatIsAWholeItemMayBeAProgram) {
  EXPECT_TRUE(IsCommand("run-tests", true));
  EXPECT_FALSE(IsCommand("read_all", true));
  EXPECT_FALSE(IsCommand("src/a.cc", true));
  EXPECT_FALSE(IsCommand("my-notes.md", true));
}

}  // namespace
}  // namespace forge
