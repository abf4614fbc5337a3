// What a verify command may do to us: print without end, never end, leave daemons, take its own directory away.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "verify/verify.h"

namespace forge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class BadCommands : public testing::Test {
 protected:
  void SetUp() override { root_ = MakeTempDirectory("forge-bad-commands-").value(); }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  VerifyReport Run(std::vector<std::string> commands, milliseconds timeout = seconds(60)) const {
    VerifyRequest request;
    request.commands = std::move(commands);
    request.cwd = root_;
    request.timeout = timeout;
    return RunCommands(request);
  }

  // The process whose pid a command wrote to the file.
  bool Lives(const std::string& file) const {
    auto text = ReadFile(root_ + "/" + file);
    EXPECT_TRUE(text);
    auto process = text ? FindProcess(ParseInt(Trim(*text)).value_or(0)) : std::nullopt;
    return process && IsAlive(*process);
  }

  std::string root_;
};

std::int64_t PeakKilobytes() {
  const std::string status = ReadFile("/proc/self/status").value_or("");
  const std::size_t at = status.find("VmHWM:");
  if (at == std::string::npos) return 0;
  const std::string_view line = Lines(std::string_view(status).substr(at))[0];
  return ParseInt(Trim(ReplaceAll(line.substr(6), "kB", ""))).value_or(0);
}

TEST_F(BadCommands, OutputOfAnySizeIsKeptInLittleMemory) {
  const std::int64_t before = PeakKilobytes();
  VerifyReport report = Run({"echo first; head -c 300000000 /dev/zero | tr '\\0' x; echo; echo last; exit 3"});
  EXPECT_EQ(report.results[0].exit_code, 3);
  EXPECT_LT(report.results[0].output.size(), 20'000u);
  EXPECT_TRUE(report.results[0].output.starts_with("first\n"));
  EXPECT_TRUE(report.results[0].output.ends_with("last\n"));
  EXPECT_LT(PeakKilobytes() - before, 32 * 1024);
}

TEST_F(BadCommands, OneThatNeverEndsIsEndedAndTheNextOneRuns) {
  VerifyReport report = Run({"trap '' TERM; while :; do sleep 1; done", "true"}, milliseconds(300));
  EXPECT_EQ(report.results[0].exit_code, 124);
  EXPECT_TRUE(report.results[0].timed_out);
  EXPECT_TRUE(report.results[1].passed);
  EXPECT_EQ(report.score, 0.5);
}

TEST_F(BadCommands, DaemonsEndWithTheCommandThatLeftThem) {
  VerifyReport report = Run({"setsid sh -c 'setsid sleep 1000 & echo $! > pid' </dev/null >/dev/null 2>&1; true"});
  EXPECT_TRUE(report.passed);
  EXPECT_FALSE(Lives("pid"));
}

TEST_F(BadCommands, ADirectoryThatACommandTookAwayIsMissingForTheNext) {
  const std::string inner = root_ + "/inner";
  ASSERT_TRUE(MakeDirectories(inner));
  VerifyRequest request;
  request.commands = {"rm -rf \"$PWD\"", "true"};
  request.cwd = inner;
  request.reports = {"**/*.xml"};
  VerifyReport report = RunCommands(request);
  EXPECT_TRUE(report.results[0].passed);
  EXPECT_FALSE(report.results[1].passed);
  EXPECT_EQ(report.results[1].exit_code, 127);
  EXPECT_NE(report.results[1].output.find("does not exist"), std::string::npos);
}

TEST_F(BadCommands, BytesThatAreNoTextBecomeText) {
  VerifyReport report = Run({"printf 'a\\377\\000b\\n'"});
  EXPECT_EQ(report.results[0].output.substr(0, 4), "a\xEF\xBF\xBD");
  EXPECT_TRUE(report.passed);
}

TEST_F(BadCommands, ThatShowNoSignOfLifeAreEnded) {
  VerifyRequest request;
  request.cwd = root_;
  request.timeout = seconds(600);
  request.silence = milliseconds(300);
  request.commands = {"sleep 500"};
  VerifyReport silent = RunCommands(request);
  EXPECT_FALSE(silent.passed);
  EXPECT_TRUE(silent.results[0].timed_out);
  EXPECT_EQ(silent.results[0].exit_code, 124);
  EXPECT_NE(silent.results[0].output.find("no output, no work and no change"), std::string::npos);
}

}  // namespace
}  // namespace forge
