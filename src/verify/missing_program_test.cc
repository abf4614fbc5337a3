#include "verify/missing_program.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "verify/verify.h"

namespace forge {
namespace {

std::string Missing(const std::string& command, int code, const std::string& output) {
  return MissingProgram({command, code, output}, "/srv/tree", "/usr/bin:/bin");
}

TEST(MissingProgram, IsNamedByTheShell) {
  EXPECT_EQ(Missing("nomake test", 127, "/bin/sh: 1: nomake: not found\n"), "nomake");
  EXPECT_EQ(Missing("cd src && A=1 nomake -k", 127, "sh: line 1: nomake: command not found\n"), "nomake");
  EXPECT_EQ(Missing("/opt/none/bin/check x", 127, "/bin/sh: 1: /opt/none/bin/check: not found"), "/opt/none/bin/check");
  EXPECT_EQ(Missing("'nomake' test", 127, "/bin/sh: 1: nomake: not found"), "nomake");
}

TEST(MissingProgram, IsNoneThatTheProjectItselfShouldHave) {
  EXPECT_EQ(Missing("./check.sh", 127, "/bin/sh: 1: ./check.sh: not found"), "");
  EXPECT_EQ(Missing("./check.sh", 126, "/bin/sh: 1: ./check.sh: Permission denied"), "") << "chmod is an agent's work";
  EXPECT_EQ(Missing("/srv/tree/check", 127, "/bin/sh: 1: /srv/tree/check: not found"), "");
}

TEST(MissingProgram, IsNoneThatAScriptOfTheProjectNames) {
  EXPECT_EQ(Missing("sh check.sh", 127, "check.sh: 3: nomake: not found"), "") << "an agent wrote that line";
}

TEST(MissingProgram, IsMissingIndeed) {
  EXPECT_EQ(Missing("sh -c x", 127, "/bin/sh: 1: sh: not found"), "") << "it is there";
  EXPECT_EQ(Missing("nomake test", 2, "/bin/sh: 1: nomake: not found"), "") << "and the shell went on";
  EXPECT_EQ(Missing("sh x", 126, "/bin/sh: 1: sh: Permission denied"), "sh") << "a sandbox may forbid it";
  EXPECT_EQ(Missing("nomake test", 127, ""), "") << "127 alone says nothing";
}

TEST(MissingProgram, ComesWithAWayToGetIt) {
  EXPECT_EQ(HowToGet("make"), "apt install make");
  EXPECT_NE(HowToGet("some-tool").find("PATH"), std::string::npos);
}

TEST(MissingProgram, IsSaidByTheReport) {
  TempDirectory directory;
  VerifyRequest request;
  request.cwd = directory.path();
  request.commands = {"true", "forge-no-such-program --all", "./none.sh"};
  const VerifyReport report = RunCommands(request);
  ASSERT_EQ(report.results.size(), 3U);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.results[0].missing, "");
  EXPECT_EQ(report.results[1].missing, "forge-no-such-program");
  EXPECT_EQ(report.results[2].missing, "");
}

}  // namespace
}  // namespace forge
