#include "service/proof/red_green.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Texts = std::vector<std::string>;

VerifyResult Ran(const std::string& command, bool passed, const std::string& missing = "") {
  VerifyResult result;
  result.command = command;
  result.passed = passed;
  result.exit_code = passed ? 0 : 1;
  result.missing = missing;
  return result;
}

VerifyReport ReportOf(std::vector<VerifyResult> results) {
  VerifyReport report;
  report.results = std::move(results);
  return report;
}

PlannedProof Proof(Texts tests = {}) {
  PlannedProof proof;
  proof.red_green = true;
  proof.tests = std::move(tests);
  return proof;
}

TEST(RedGreen, TheTestsAreThoseThatThePlanNames) {
  const Texts changed = {"src/a.py", "tests/test_a.py", "check/a.sql"};
  EXPECT_EQ(TestsOfChange(Proof({"check/*.sql"}), changed, {}), Texts{"check/a.sql"});
  EXPECT_EQ(TestsOfChange(Proof({"other.sh"}), changed, {}), Texts{});
}

TEST(RedGreen, ElseThoseThatAreTestsByTheirNames) {
  EXPECT_EQ(TestsOfChange(Proof(), {"src/a.py", "tests/test_a.py"}, {"python3 src/a.py"}), Texts{"tests/test_a.py"});
}

TEST(RedGreen, ElseThoseThatACommandNames) {
  EXPECT_EQ(TestsOfChange(Proof(), {"count.sh", "check.sh"}, {"sh ./check.sh"}), Texts{"check.sh"});
  EXPECT_EQ(TestsOfChange(Proof(), {"count.sh"}, {"sh recount.sh"}), Texts{}) << "a part of a name is not the name";
}

TEST(RedGreen, OneCommandThatFailsIsEnough) {
  const VerifyReport red = ReportOf({Ran("make lint", true), Ran("make test", false)});
  EXPECT_EQ(WhyNotRed(Proof(), {"tests/a.sh"}, {"a.sh", "tests/a.sh"}, red, {}), "");
}

TEST(RedGreen, ATestThatPassesBeforeTheWorkIsNamed) {
  EXPECT_EQ(WhyNotRed(Proof(), {"tests/a.sh"}, {"a.sh", "tests/a.sh"}, ReportOf({Ran("sh tests/a.sh", true)}), {}),
            "Proof: red-green: `sh tests/a.sh` already passes on the tree before the work with only the tests added "
            "(tests/a.sh): write a test that fails without the work");
}

TEST(RedGreen, WorkThatChangesOnlyTestsShowsNothing) {
  const std::string why =
      WhyNotRed(Proof(), {"tests/a.sh"}, {"tests/a.sh"}, ReportOf({Ran("sh tests/a.sh", false)}), {});
  EXPECT_NE(why.find("the work changes only tests (tests/a.sh)"), std::string::npos) << why;
}

TEST(RedGreen, ThePlansTestsMustBeThere) {
  const std::string why = WhyNotRed(Proof({"check.sh"}), {}, {"a.sh"}, ReportOf({Ran("sh check.sh", false)}), {});
  EXPECT_NE(why.find("changes none of the tests that the plan names (check.sh)"), std::string::npos) << why;
}

TEST(RedGreen, ACommandWithoutItsProgramShowsNothing) {
  const std::string why = WhyNotRed(Proof(), {}, {"a.sh"}, ReportOf({Ran("nope x", false, "nope")}), {});
  EXPECT_NE(why.find("`nope x` cannot run"), std::string::npos) << why;
}

TEST(RedGreen, AFailureThatIsThereWithoutTheTestsIsNotTheirs) {
  const Texts tests = {"tests/a.sh"}, changed = {"a.sh", "tests/a.sh"};
  VerifyResult now = Ran("make test", false), then = now;
  now.output = "1 of 3 failed, in /tmp/a1b2c3/x";
  then.output = "1 of 3 failed, in /tmp/d4e5f6/x";
  const std::string why = WhyNotRed(Proof(), tests, changed, ReportOf({now}), ReportOf({then}));
  EXPECT_NE(why.find("`make test` fails on the tree before the work, and in the same way with only the tests added"),
            std::string::npos)
      << why;
  now.output = "2 of 4 failed";
  EXPECT_EQ(WhyNotRed(Proof(), tests, changed, ReportOf({now}), ReportOf({then})), "");
  EXPECT_EQ(WhyNotRed(Proof(), tests, changed, ReportOf({then}), ReportOf({Ran("make test", true)})), "");
}

TEST(RedGreen, OneTestMoreThatFailsIsEnough) {
  VerifyResult now = Ran("make test", false), then = now;
  then.tests = TestCounts{1, 1, 0, {{"old", "", ""}}};
  now.tests = TestCounts{1, 2, 0, {{"new", "", ""}, {"old", "", ""}}};
  EXPECT_EQ(WhyNotRed(Proof(), {"t"}, {"a", "t"}, ReportOf({now}), ReportOf({then})), "");
  EXPECT_NE(WhyNotRed(Proof(), {"t"}, {"a", "t"}, ReportOf({then}), ReportOf({now})), "");
}

// The work brings tests/a.sh, the script run.sh that runs it, and a.sh.
RedGreen WithRunner(VerifyResult with_runner) {
  RedGreen evidence;
  evidence.before = "1111111111111111";
  evidence.after = "2222222222222222";
  evidence.with_runners = "3333333333333333";
  evidence.tests = {"tests/a.sh"};
  evidence.runners = {"run.sh"};
  VerifyResult missing = Ran("sh run.sh", false);
  missing.output = "sh: 0: cannot open run.sh: No such file";
  evidence.red = evidence.bare = ReportOf({missing});
  evidence.run = ReportOf({std::move(with_runner)});
  return evidence;
}

TEST(RedGreen, TheNewFilesThatRunTheTestsAreThoseThatACommandNeeds) {
  const Texts added = {"a.sh", "run.sh", "tests/a.sh", "Makefile"};
  EXPECT_EQ(RunnersOf({"sh run.sh"}, added, {"tests/a.sh"}), Texts{"run.sh"});
  EXPECT_EQ(RunnersOf({"make check"}, added, {"tests/a.sh"}), Texts{"Makefile"});
  EXPECT_EQ(RunnersOf({"sh tests/a.sh"}, added, {"tests/a.sh"}), Texts{});
  EXPECT_EQ(CouldNotRun(WithRunner({}), {"run.sh"}), Texts{"sh run.sh"});
  EXPECT_EQ(CouldNotRun(WithRunner({}), {"Makefile"}), Texts{}) << "its file was there";
}

TEST(RedGreen, ACommandWhoseFileIsNewIsShownToFailWithThatFileAndTheTests) {
  VerifyResult fails = Ran("sh run.sh", false);
  fails.output = "tests/a.sh failed";
  const RedGreen evidence = WithRunner(fails);
  EXPECT_EQ(WhyNotRedWithRunners(evidence), "");
  EXPECT_EQ(RedGreenLines(ToJson(evidence)),
            Texts{"Red-green: `sh run.sh` could not run before the work: run.sh is new. It failed (exit 1) on tree "
                  "333333333333, before the work with only tests/a.sh and run.sh added, and passed on tree "
                  "222222222222 with it"});
}

TEST(RedGreen, ARunnerThatPassesWhateverTheWorkIsIsNoProof) {
  EXPECT_EQ(WhyNotRedWithRunners(WithRunner(Ran("sh run.sh", true))),
            "Proof: red-green: `sh run.sh` could not run before the work: run.sh is new. With that and only the tests "
            "added (tests/a.sh) it already passes: write a test that fails without the rest of the work");
  const std::string why = WhyNotRedWithRunners(WithRunner(Ran("sh run.sh", false, "sh")));
  EXPECT_NE(why.find("it still cannot run"), std::string::npos) << why;
  RedGreen nothing_else = WithRunner({});
  nothing_else.run.results.clear();
  EXPECT_NE(WhyNotRedWithRunners(nothing_else).find("only tests (tests/a.sh) and what runs them (run.sh)"),
            std::string::npos);
}

// The runner itself reads a file that is new: it fails before it comes to the tests, and the same way without them.
TEST(RedGreen, ARunnerThatFailsTheSameWithoutTheTestsRanNone) {
  VerifyResult fails = Ran("sh run.sh", false);
  fails.output = "run.sh: 1: .: cannot open lib.sh: No such file";
  RedGreen evidence = WithRunner(fails);
  evidence.added = {"a.sh", "lib.sh", "run.sh", "tests/a.sh"};
  evidence.bare_run = evidence.run;
  const std::string why = WhyNotRedWithRunners(evidence);
  EXPECT_NE(why.find("it fails in the same way as without the tests, so Forge cannot tell whether a test ran"),
            std::string::npos)
      << why;
  EXPECT_EQ(LackedFiles(ShowingNothing(evidence.run, evidence.bare_run), evidence, evidence.runners), Texts{"lib.sh"});
  // The test is reached, and lacks what it is about.
  evidence.run.results[0].output = "sh: 0: cannot open a.sh: No such file";
  EXPECT_EQ(WhyNotRedWithRunners(evidence), "");
  EXPECT_EQ(ShowingNothing(evidence.run, evidence.bare_run).results.size(), 0U);
}

TEST(RedGreen, TheFilesThatACommandLacksAreThoseItSaysAreMissing) {
  RedGreen evidence;
  evidence.added = {"lib.sh", "tools/env.py", "src/sum.c", "README.md", "tests/a.sh"};
  evidence.tests = {"tests/a.sh"};
  const auto lacked = [&](const char* output) {
    VerifyResult result = Ran("x", false);
    result.output = output;
    return LackedFiles(ReportOf({result}), evidence, {});
  };
  EXPECT_EQ(lacked("run.sh: line 1: ./lib.sh: No such file or directory"), Texts{"lib.sh"});
  EXPECT_EQ(lacked("run.sh: 1: .: cannot open lib.sh: No such file"), Texts{"lib.sh"});
  EXPECT_EQ(lacked("make: *** No rule to make target 'src/sum.c', needed by 'check'.  Stop."), Texts{"src/sum.c"});
  EXPECT_EQ(lacked("ModuleNotFoundError: No module named 'tools.env'"), Texts{"tools/env.py"});
  EXPECT_EQ(lacked("lib.sh: 3: jq: not found"), Texts{"lib.sh"}) << "it stands in the line: only asked for again";
  EXPECT_EQ(lacked("2 is not 3, see lib.sh"), Texts{});
  EXPECT_EQ(lacked("mylib.sh: not found"), Texts{}) << "a part of a name";
  EXPECT_EQ(lacked("lib.sh.in: not found"), Texts{}) << "a part of a name";
  EXPECT_EQ(lacked("tests/a.sh: not found"), Texts{}) << "a test";
  EXPECT_EQ(LackedFiles(ReportOf({Ran("x", true)}), evidence, {}), Texts{});
}

TEST(RedGreen, OnlyTestsThatNobodyNamedAreGuessed) {
  EXPECT_TRUE(AreGuessedTests(Proof(), {"run.sh"}));
  EXPECT_FALSE(AreGuessedTests(Proof({"run.sh"}), {"run.sh"}));
  EXPECT_FALSE(AreGuessedTests(Proof(), {"tests/run.sh"}));
}

TEST(RedGreen, WhatAFailingTestLackedIsTold) {
  RedGreen evidence;
  evidence.before = "1111111111111111";
  evidence.after = "2222222222222222";
  evidence.tests = {"tests/a.sh"};
  evidence.added = {"a.sh", "tests/a.sh"};
  VerifyResult red = Ran("sh tests/a.sh", false);
  red.output = "sh: 0: cannot open ./a.sh: No such file";
  evidence.red = ReportOf({red});
  EXPECT_EQ(RedGreenLines(ToJson(evidence)),
            Texts{"Red-green: `sh tests/a.sh` failed (exit 1) on tree 111111111111, before the work with only "
                  "tests/a.sh added (it lacked a.sh, which is new), and passed on tree 222222222222 with it"});
}

TEST(RedGreen, TheJournalsFormIsTold) {
  RedGreen evidence;
  evidence.before = "1111111111111111";
  evidence.after = "2222222222222222";
  evidence.tests = {"tests/a.sh"};
  evidence.red = ReportOf({Ran("sh tests/a.sh", false)});
  EXPECT_EQ(
      RedGreenLines(ToJson(evidence)),
      Texts{"Red-green: `sh tests/a.sh` failed (exit 1) on tree 111111111111, before the work with only tests/a.sh "
            "added, and passed on tree 222222222222 with it"});
  EXPECT_TRUE(RedGreenLines(Json()).empty()) << "a check of before has none";
}

}  // namespace
}  // namespace forge
