#include "verify/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

VerifyReport RunAll(const std::vector<std::string>& commands, milliseconds timeout = milliseconds(0)) {
  VerifyRequest request;
  request.commands = commands;
  request.timeout = timeout;
  return RunCommands(request);
}

TEST(Verify, PassesWhenEveryCommandPasses) {
  VerifyReport report = RunAll({"true", "echo fine; echo too >&2"});
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(report.score, 1);
  ASSERT_EQ(report.results.size(), 2u);
  EXPECT_EQ(report.results[1].output, "fine\ntoo\n");
}

TEST(Verify, NothingToProveIsAPass) {
  VerifyReport report = RunAll({});
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(report.score, 1);
}

TEST(Verify, RunsAllAndScoresThem) {
  VerifyReport report = RunAll({"exit 3", "true", "false", "true"});
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.score, 0.5);
  ASSERT_EQ(report.results.size(), 4u);
  EXPECT_EQ(report.results[0].exit_code, 3);
  EXPECT_FALSE(report.results[0].passed);
  EXPECT_TRUE(report.results[3].passed);
}

TEST(Verify, SpeaksOfBadEndsAsAShellDoes) {
  VerifyReport report = RunAll({"kill -9 $$", "no-such-program", "sleep 100"}, milliseconds(300));
  EXPECT_EQ(report.results[0].exit_code, 137);
  EXPECT_EQ(report.results[1].exit_code, 127);
  EXPECT_EQ(report.results[2].exit_code, 124);
  EXPECT_TRUE(report.results[2].timed_out);
  EXPECT_EQ(report.results[2].output, "[timed out after 300ms]\n");
  EXPECT_FALSE(report.results[0].timed_out);
}

TEST(Verify, ADirectoryThatIsGoneFailsWithItsName) {
  VerifyRequest request;
  request.commands = {"true"};
  request.cwd = "/no/such/place";
  VerifyReport report = RunCommands(request);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.results[0].exit_code, 127);
  EXPECT_NE(report.results[0].output.find("/no/such/place"), std::string::npos);
}

TEST(Verify, RunsInItsDirectoryWithItsVariables) {
  std::int64_t pid = 0;
  VerifyRequest request;
  request.commands = {"pwd; echo $FORGE_X $$"};
  request.cwd = "/usr";
  request.env = {{"FORGE_X", "y"}};
  request.on_start = [&](std::int64_t started, std::int64_t) { pid = started; };
  VerifyReport report = RunCommands(request);
  EXPECT_EQ(report.results[0].output, "/usr\ny " + std::to_string(pid) + "\n");
}

TEST(Verify, KeepsHeadAndTailOfLongOutput) {
  VerifyReport report = RunAll({"echo first; head -c 1000000 /dev/zero | tr '\\0' x; echo; echo last"});
  const std::string& output = report.results[0].output;
  EXPECT_LT(output.size(), 20'000u);
  EXPECT_TRUE(output.starts_with("first\n"));
  EXPECT_TRUE(output.ends_with("last\n"));
}

TEST(Verify, AStopProvesNothing) {
  std::stop_source source;
  VerifyRequest request;
  request.commands = {"true", "sleep 100", "true"};
  request.on_start = [&, count = 0](std::int64_t, std::int64_t) mutable {
    if (++count == 2) source.request_stop();
  };
  VerifyReport report = RunCommands(request, source.get_token());
  EXPECT_TRUE(report.cancelled);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.results.size(), 2u);
  EXPECT_FALSE(report.results[1].passed);
}

TEST(Verify, JsonHasWhatReadersRelyOn) {
  VerifyReport report = RunAll({"echo a; exit 1"});
  report.results[0].duration_ms = 5;
  EXPECT_EQ(ToJson(report).Dump(),
            R"({"passed":false,"score":0.0,"results":[{"command":"echo a; exit 1","exit_code":1,"passed":false,)"
            R"("output":"a\n","duration_ms":5}]})");
}

class Scratch {
 public:
  Scratch() : path_(MakeTempDirectory("forge-verify-test-").value()) {}
  ~Scratch() { (void)RemoveTree(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Verify, CommandsMayRunSideBySideAndComeBackInOrder) {
  const Scratch scratch;
  VerifyRequest request;
  request.cwd = scratch.path();
  request.parallel = 2;
  request.timeout = std::chrono::seconds(30);
  // Each waits for the other: one after the other they would never end.
  request.commands = {"touch a; until [ -e b ]; do sleep 0.01; done", "touch b; until [ -e a ]; do sleep 0.01; done"};
  std::vector<std::string> told;
  request.on_result = [&](const VerifyResult& result) { told.push_back(result.command); };
  VerifyReport report = RunCommands(request);
  EXPECT_TRUE(report.passed);
  ASSERT_EQ(report.results.size(), 2u);
  EXPECT_EQ(report.results[0].command, request.commands[0]);
  EXPECT_EQ(told.size(), 2u);
}

TEST(Verify, NamesFailedTestsOfTap) {
  VerifyReport report = RunAll({"printf '1..2\\nok 1\\nnot ok 2 - adds\\n'; exit 1"});
  ASSERT_TRUE(report.results[0].tests);
  EXPECT_EQ(report.results[0].tests->passed, 1);
  ASSERT_EQ(report.results[0].tests->failures.size(), 1u);
  EXPECT_EQ(report.results[0].tests->failures[0].name, "adds");
  EXPECT_NE(ToJson(report).Dump().find(R"("tests":{"passed":1,"failed":1,"skipped":0,"failures":[{"name":"adds")"),
            std::string::npos);
}

TEST(Verify, IssuesAreTheSameForTheSameFailure) {
  VerifyReport first =
      RunAll({"echo \"took 0.31s at 0x7ffe\"; exit 1", "true", "printf '1..1\\nnot ok 1 - adds\\n'; exit 1"});
  VerifyReport second = first;
  second.results[0].output = "took 9.02s at 0x1234\n";
  second.results[2].output = "something else";
  EXPECT_EQ(Issues(first), Issues(second));
  EXPECT_EQ(Issues(first).size(), 2u);
  second.results[0].exit_code = 2;
  EXPECT_NE(Issues(first), Issues(second));
}

TEST(Verify, AReportThatNamesFailuresIsNoPassWhateverTheExitCode) {
  VerifyReport report = RunAll({"printf '1..1\\nnot ok 1 - adds\\n'"});
  EXPECT_EQ(report.results[0].exit_code, 0);
  EXPECT_FALSE(report.passed);
  EXPECT_TRUE(
      report.results[0].output.ends_with("[it exited with 0, but its test report names 1 failed of 1 tests]\n"));
}

TEST(Verify, ReadsReportsThatTheCommandWroteAndNoOlderOnes) {
  const Scratch scratch;
  const std::string old = R"(<testsuite><testcase name="old"><failure/></testcase></testsuite>)";
  ASSERT_TRUE(MakeDirectories(scratch.path() + "/out/deep"));
  ASSERT_TRUE(WriteFileAtomic(scratch.path() + "/out/old.xml", old));
  VerifyRequest request;
  request.cwd = scratch.path();
  request.reports = {"out/**/*.xml"};
  request.commands = {"true", R"(echo '<testsuite><testcase name="new"/></testsuite>' > out/deep/new.xml)"};
  VerifyReport report = RunCommands(request);
  EXPECT_TRUE(report.passed);
  EXPECT_FALSE(report.results[0].tests);
  ASSERT_TRUE(report.results[1].tests);
  EXPECT_EQ(report.results[1].tests->passed, 1);
  EXPECT_EQ(report.results[1].tests->failed, 0);
}

TEST(Verify, EachCommandHasAPlaceOfItsOwnForReports) {
  const Scratch scratch;
  VerifyRequest request;
  request.scratch = scratch.path();
  request.parallel = 2;
  request.commands = {R"(echo '<testsuite><testcase name="a"/></testsuite>' > "$FORGE_REPORTS/r.xml")",
                      R"(echo '<testsuite>' > "$FORGE_REPORTS/r.xml"; ls "$FORGE_REPORTS")"};
  VerifyReport report = RunCommands(request);
  ASSERT_TRUE(report.results[0].tests);
  EXPECT_EQ(report.results[0].tests->passed, 1);
  EXPECT_FALSE(report.results[1].tests);
  EXPECT_TRUE(report.results[1].passed);
  EXPECT_EQ(report.results[1].output, "r.xml\n[cannot read a test report: r.xml: line 2: <testsuite> is not closed]\n");
}

}  // namespace
}  // namespace forge
