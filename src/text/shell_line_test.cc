#include "text/shell_line.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

// "git push -f | A=1 make > out"
std::string Read(std::string_view line) {
  std::vector<std::string> commands;
  for (const LineCommand& command : ReadShellLine(line)) {
    std::vector<std::string> parts = command.assignments;
    for (const std::string& word : command.words) parts.push_back("[" + word + "]");
    for (const ShellRedirect& redirect : command.redirects) parts.push_back(redirect.op + redirect.target);
    if (!command.here.empty()) parts.push_back("here:" + command.here);
    commands.push_back(Join(parts, " "));
  }
  return Join(commands, " | ");
}

TEST(ShellLine, QuotesAndEscapesAreTakenAway) {
  EXPECT_EQ(Read(R"(echo 'a  b' "c \"d\" $x" e\ f)"), R"([echo] [a  b] [c "d" $x] [e f])");
  EXPECT_EQ(Read(R"(gi"t" pu'sh')"), "[git] [push]");
  EXPECT_EQ(Read("echo $'a\\nb'"), "[echo] [a\nb]");
  EXPECT_EQ(Read("echo ''"), "[echo] []");
  EXPECT_EQ(Read("a \\\n b"), "[a] [b]");
}

TEST(ShellLine, EachCommandOfAListIsOne) {
  EXPECT_EQ(Read("A=1 B=2 make -j2 && ./check; cat x | sort & wait # all"),
            "A=1 B=2 [make] [-j2] | [./check] | [cat] [x] | [sort] | [wait]");
  EXPECT_EQ(Read("if test -f x; then (cd y && rm z); fi"), "[test] [-f] [x] | [cd] [y] | [rm] [z]");
  EXPECT_EQ(Read("! { a; }\nb"), "[a] | [b]");
}

TEST(ShellLine, RedirectionsAreNoWords) {
  EXPECT_EQ(Read("make >out 2>&1 2>>err <in"), "[make] >out >>err <in");
  EXPECT_EQ(Read("make &>all"), "[make] &>all");
  EXPECT_EQ(Read("make >&all"), "[make] &>all");
  EXPECT_EQ(Read("cat <<<\"$x y\""), "[cat] <<<$x y");
}

TEST(ShellLine, AHereDocumentIsNoCommand) {
  EXPECT_EQ(Read("cat > a <<'EOF'\ngit push -f\nEOF\nls"), "[cat] >a here:git push -f\n | [ls]");
  EXPECT_EQ(Read("cat <<-E | wc\n\tone\n\tE\nls"), "[cat] here:one\n | [wc] | [ls]");
}

TEST(ShellLine, WhatRunsInsideIsReadToo) {
  EXPECT_EQ(Read("echo \"$(git push -f)\""), "[git] [push] [-f] | [echo] [$(...)]");
  EXPECT_EQ(Read("echo `rm x`"), "[rm] [x] | [echo] [$(...)]");
  EXPECT_EQ(Read("echo ${x:-$(rm y)}"), "[rm] [y] | [echo] [${x:-$(rm y)}]");
  EXPECT_EQ(Read("echo '$(git push -f)'"), "[echo] [$(git push -f)]");
  EXPECT_EQ(Read("diff <(git show) b"), "[git] [show] | [diff] [-] [b]");
}

TEST(ShellLine, WrappersAreTakenAway) {
  EXPECT_EQ(Read("sudo -u ada git push"), "[git] [push]");
  EXPECT_EQ(Read("env -i A=1 /usr/bin/git push"), "[/usr/bin/git] [push]");
  EXPECT_EQ(Read("timeout -k 5 60 nice -n 5 git push"), "[git] [push]");
  EXPECT_EQ(Read("find . | xargs -0 rm -f"), "[find] [.] | [rm] [-f]");
  EXPECT_EQ(Read("command git push"), "[git] [push]");
  EXPECT_EQ(ReadShellLine("/usr/bin/git push")[0].program(), "git");
}

TEST(ShellLine, ATextForAShellIsALine) {
  EXPECT_EQ(Read("bash -lc 'cd x; git push -f'"), "[bash] [-lc] [cd x; git push -f] | [cd] [x] | [git] [push] [-f]");
  EXPECT_EQ(Read("eval git push"), "[eval] [git] [push] | [git] [push]");
  EXPECT_EQ(Read("sh <<E\nrm a\nE"), "[sh] here:rm a\n | [rm] [a]");
  EXPECT_EQ(Read("bash run.sh -c x"), "[bash] [run.sh] [-c] [x]");
}

TEST(ShellLine, WhatHasNoEndIsReadToTheEnd) {
  EXPECT_EQ(Read("echo 'abc"), "[echo] [abc]");
  EXPECT_EQ(Read("echo $(rm x"), "[rm] [x] | [echo] [$(...)]");
  EXPECT_EQ(Read("cat <<E\nabc"), "[cat] here:abc\n");
  EXPECT_EQ(Read(""), "");
  EXPECT_EQ(Read("\\"), "");
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += "$(";
  EXPECT_LE(ReadShellLine(deep).size(), 400U);
}

}  // namespace
}  // namespace forge
