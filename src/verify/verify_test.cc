#include "verify/verify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

VerifyReport RunAll(const std::vector<std::string>& commands, milliseconds timeout = milliseconds(0)) {
  return RunCommands(commands, "", {}, timeout, {}, nullptr);
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
  EXPECT_EQ(report.results[2].output, "[ended after 300ms]\n");
  EXPECT_FALSE(report.results[0].timed_out);
}

TEST(Verify, ADirectoryThatIsGoneFailsWithItsName) {
  VerifyReport report = RunCommands({"true"}, "/no/such/place", {}, milliseconds(0), {}, nullptr);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.results[0].exit_code, 127);
  EXPECT_NE(report.results[0].output.find("/no/such/place"), std::string::npos);
}

TEST(Verify, RunsInItsDirectoryWithItsVariables) {
  std::int64_t pid = 0;
  VerifyReport report = RunCommands({"pwd; echo $FORGE_X $$"}, "/usr", {{"FORGE_X", "y"}}, milliseconds(0), {},
                                    [&](std::int64_t started, std::int64_t) { pid = started; });
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
  VerifyReport report = RunCommands({"true", "sleep 100", "true"}, "", {}, milliseconds(0), source.get_token(),
                                    [&, count = 0](std::int64_t, std::int64_t) mutable {
                                      if (++count == 2) source.request_stop();
                                    });
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

}  // namespace
}  // namespace forge
