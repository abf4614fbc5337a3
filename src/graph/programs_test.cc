#include "graph/programs.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

std::string Of(std::string_view command) { return Join(ProgramsOf(command), " "); }

TEST(Programs, TheFirstWordOfEachCommandIsOne) {
  EXPECT_EQ(Of("npm test"), "npm");
  EXPECT_EQ(Of("make && ./run.sh | tee log; ctest || exit 1"), "make ./run.sh tee ctest");
  EXPECT_EQ(Of("a & b\nc"), "a b c");
  EXPECT_EQ(Of(""), "");
}

TEST(Programs, BuiltinsKeywordsAndAssignmentsAreNone) {
  EXPECT_EQ(Of("cd web && CI=1 X=\"a b\" npm test"), "npm");
  EXPECT_EQ(Of("! grep -q x file"), "grep");
  EXPECT_EQ(Of("( cd a; make )"), "make");
  EXPECT_EQ(Of("{ make; }"), "make");
  EXPECT_EQ(Of("if [ -f x ]; then cat x; else touch x; fi"), "cat touch");
  EXPECT_EQ(Of("for f in *.c; do gcc $f; done"), "gcc");
  EXPECT_EQ(Of("while read l; do wc -l; done < in"), "wc");
  EXPECT_EQ(Of("case $x in a) foo;; (b) bar ;; esac; baz"), "foo bar baz");
  EXPECT_EQ(Of("case $x in\n  a)\n    foo ;;\n  b) bar\nesac\nbaz"), "foo bar baz");
  EXPECT_EQ(Of("test -f x"), "");
  EXPECT_EQ(Of("X=1"), "");
}

TEST(Programs, ProgramsThatStartOthersAreFollowed) {
  EXPECT_EQ(Of("env -u A B=1 node x.js"), "env node");
  EXPECT_EQ(Of("sudo -u me make"), "sudo make");
  EXPECT_EQ(Of("time make"), "make");
  EXPECT_EQ(Of("timeout -k 5 10 pytest -q"), "timeout pytest");
  EXPECT_EQ(Of("find . -name x | xargs -n 1 grep y"), "find xargs grep");
}

TEST(Programs, QuotesAndSubstitutionsAreUnderstood) {
  EXPECT_EQ(Of("'my tool' a"), "my tool");
  EXPECT_EQ(Of("echo 'a; b && c'"), "");
  EXPECT_EQ(Of("echo \"$(git rev-parse HEAD)\""), "git");
  EXPECT_EQ(Of("test \"`wc -l < f`\" = 3"), "wc");
  EXPECT_EQ(Of("$CC x.c"), "");
  EXPECT_EQ(Of("diff <(sort a) <(uniq b)"), "diff sort uniq");
  EXPECT_EQ(Of("echo $((1 + 2))"), "");
  EXPECT_EQ(Of("make 2>&1 >log # then; foo"), "make");
  EXPECT_EQ(Of("cat <<EOF\nfoo bar\nEOF\nsort x"), "cat sort");
  EXPECT_EQ(Of("f() { make; }; f"), "make");
}

TEST(Programs, OfAPlainCommandTheFirstWordDecides) {
  for (const char* plain :
       {"make -C part1 test", "  npm run check:all", "./check.sh a.c", "test -f src/a.txt", "fi x"}) {
    const std::string_view word = WordThatDecides(plain);
    EXPECT_FALSE(word.empty()) << plain;
    EXPECT_EQ(ProgramsOf(plain), ProgramsOf(word)) << plain;
  }
  for (const char* other : {"", " ", "make && ./x", "env A=b make", "timeout 5 make", "time make", "if true",
                            "A=b make", "echo $(date)", "ls | wc", "function x", "case x", "x=\"1\""}) {
    EXPECT_EQ(WordThatDecides(other), "") << other;
  }
}

}  // namespace
}  // namespace forge
