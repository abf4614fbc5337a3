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

TEST(ShellLine, ASubstitutionEndsWhereAShellEndsIt) {
  EXPECT_EQ(Read("a \"$(cat <<'EOF'\nit's 1) `b`\nEOF\n)\" && c"), "[cat] here:it's 1) `b`\n | [a] [$(...)] | [c]");
  EXPECT_EQ(Read("a \"$(cat <<E\nit's (\nE)\" && c"), "[cat] here:it's (\n | [a] [$(...)] | [c]");
  EXPECT_EQ(Read("a $(b # it's )\n) && c"), "[b] | [a] [$(...)] | [c]");
  EXPECT_EQ(Read("a \"${x//'/}\"; b"), "[a] [${x//'/}] | [b]");
  EXPECT_EQ(Read("a \"${x//'}'/}\"; b"), "[a] [${x//'}'/}] | [b]");
  EXPECT_EQ(Read("a \"$(case $x in b) c;; esac)\"; d"), "[b] | [c] | [a] [$(...)] | [d]");
  EXPECT_EQ(Read("a $((1<<2)); ((i<<3))\nb $(( $(c) ))"), "[a] [$(...)] | [c] | [b] [$(...)]");
  EXPECT_EQ(Read("((a -f) && (b)); c"), "[a] [-f] | [b] | [c]");
}

// "a:1.2 b:": the commands, each with the subshells that it runs in.
std::string Shells(std::string_view line) {
  std::string all;
  for (const LineCommand& command : ReadShellLine(line)) {
    std::vector<std::string> numbers;
    for (int shell : command.shells) numbers.push_back(std::to_string(shell));
    all += (all.empty() ? "" : " ") + command.words[0] + ":" + Join(numbers, ".");
  }
  return all;
}

TEST(ShellLine, ACommandKnowsItsSubshells) {
  EXPECT_EQ(Shells("(a && (b); c); d"), "a:1 b:1.2 c:1 d:");
  EXPECT_EQ(Shells("a $(b; c) d; e"), "b:1 c:1 a: e:");
  EXPECT_EQ(Shells("a; b | c; d"), "a: b:1 c:2 d:");
  EXPECT_EQ(Shells("a && b & c"), "a:1 b:1 c:");
  EXPECT_EQ(Shells("sh -c 'a; b'; eval c; `d`"), "sh: a:2 b:2 eval: c: d:1 $(...):");
  EXPECT_EQ(Shells("case x in a) b;; esac; c"), "a: b: c:");
}

TEST(ShellLine, WrappersAreTakenAway) {
  EXPECT_EQ(Read("sudo -u ada git push"), "[git] [push]");
  EXPECT_EQ(Read("env -i A=1 /usr/bin/git push"), "[/usr/bin/git] [push]");
  EXPECT_EQ(Read("timeout -k 5 60 nice -n 5 git push"), "[git] [push]");
  EXPECT_EQ(Read("find . | xargs -0 rm -f"), "[find] [.] | [rm] [-f]");
  EXPECT_EQ(Read("command git push"), "[git] [push]");
  EXPECT_EQ(Read("time -p git push; time git pull; time { a; }"), "[git] [push] | [git] [pull] | [a]");
  EXPECT_EQ(ReadShellLine("/usr/bin/git push")[0].program(), "git");
}

TEST(ShellLine, ATextForAShellIsALine) {
  EXPECT_EQ(Read("bash -lc 'cd x; git push -f'"), "[bash] [-lc] [cd x; git push -f] | [cd] [x] | [git] [push] [-f]");
  EXPECT_EQ(Read("eval git push"), "[eval] [git] [push] | [git] [push]");
  EXPECT_EQ(Read("sh <<E\nrm a\nE"), "[sh] here:rm a\n | [rm] [a]");
  EXPECT_EQ(Read("bash run.sh -c x"), "[bash] [run.sh] [-c] [x]");
  EXPECT_EQ(Read("bash -euo pipefail -c a"), "[bash] [-euo] [pipefail] [-c] [a] | [a]");
  EXPECT_EQ(Read("bash -o pipefail -c a b"), "[bash] [-o] [pipefail] [-c] [a] [b] | [a]");
  EXPECT_EQ(Read("bash -c -e a"), "[bash] [-c] [-e] [a] | [a]");
  EXPECT_EQ(Read("bash -s x <<E\na\nE"), "[bash] [-s] [x] here:a\n | [a]");
  EXPECT_EQ(Read("bash run.sh <<< a"), "[bash] [run.sh] <<<a");
}

TEST(ShellLine, WhatIsPipedIntoAShellIsALine) {
  EXPECT_EQ(Read("echo 'rm a; b' | sh"), "[echo] [rm a; b] | [sh] | [rm] [a] | [b]");
  EXPECT_EQ(Read("printf 'rm a\\nb\\n' | sudo bash -s"), "[printf] [rm a\\nb\\n] | [bash] [-s] | [rm] [a] | [b]");
  EXPECT_EQ(Read("cat <<E | sh\nrm a\nE"), "[cat] here:rm a\n | [sh] | [rm] [a]");
  EXPECT_EQ(Read("echo a; sh"), "[echo] [a] | [sh]");
  EXPECT_EQ(Read("echo a | tee b | sh run.sh"), "[echo] [a] | [tee] [b] | [sh] [run.sh]");
}

TEST(ShellLine, AHereDocumentWithoutQuotesSubstitutes) {
  EXPECT_EQ(Read("cat <<E\n$(rm a) `b`\nE\nc"), "[cat] here:$(rm a) `b`\n | [rm] [a] | [b] | [c]");
  EXPECT_EQ(Read("cat <<'E'\n$(rm a)\nE"), "[cat] here:$(rm a)\n");
  EXPECT_EQ(Read("cat <<\\E\n$(rm a)\nE"), "[cat] here:$(rm a)\n");
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
  for (const char* part : {"(", "((", "$((", "\"${", "`$(", "{a,", "(a|b&", "case (", "(a) "}) {
    std::string many;
    for (int i = 0; i < 20000; ++i) many += part;
    EXPECT_LE(ReadShellLine(many).size(), kMostLineCommands) << part;
  }
}

}  // namespace
}  // namespace forge
