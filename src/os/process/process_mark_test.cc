#include "os/process/process_mark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/process/process_table.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(ProcessMark, IsAHardLimitOnTheTimeOfRealTimePrograms) {
  const std::string head = "Max nice priority         0                    0                    \n";
  EXPECT_EQ(ParseMark(head + "Max realtime timeout      unlimited            unlimited            us        \n"),
            kNoMark);
  EXPECT_EQ(ParseMark(head + "Max realtime timeout      200000               200000               us        \n"),
            kNoMark)
      << "a limit of a person";
  const std::string mark = std::to_string(MarkOf("run 1"));
  EXPECT_EQ(ParseMark(head + "Max realtime timeout      200000               " + mark + "  us        \n"),
            MarkOf("run 1"));
  EXPECT_EQ(ParseMark(""), kNoMark);
  EXPECT_NE(MarkOf("run 1"), MarkOf("run 2"));
}

TEST(ProcessMark, IsOnWhatHasDroppedItsEnvironmentAndItsSession) {
  if (ReadMark(OwnPid()) != kNoMark) GTEST_SKIP() << "we are marked ourselves: a unit of Forge runs us";
  TempDirectory base;
  const std::string file = base / "pid", key = NewProcessKey();
  ProcessSpec command = ShellCommand("env -i setsid sh -c 'echo $$ >" + file + ".new; mv " + file + ".new " + file +
                                     "; exec sleep 60' >/dev/null 2>&1 & until [ -e " + file + " ]; do :; done");
  command.env[kRunVariable] = key;
  command.timeout = std::chrono::seconds(30);
  ASSERT_TRUE(RunProcess(command).value().ok());
  const auto pid = ParseInt(Trim(ReadFile(file).value()));
  ASSERT_TRUE(pid);
  EXPECT_TRUE(FindByEnvironment(kRunVariable, key).empty());
  const auto found = FindByMark(key);
  EXPECT_TRUE(std::ranges::any_of(found, [&](const ProcessId& one) { return one.pid == *pid; }));
  EXPECT_TRUE(FindByMark(key + "x").empty());
  for (const ProcessId& one : found) KillProcess(one);
  EXPECT_TRUE(FindByMark(key).empty());
}

TEST(ProcessMark, AnOrphanWithoutOneIsAPersonsHoweverConfinedItIs) {
  if (ReadMark(OwnPid()) != kNoMark) GTEST_SKIP() << "we are marked ourselves: a unit of Forge runs us";
  if (!FindProgram("setpriv")) GTEST_SKIP() << "setpriv is not installed";
  const auto end_a_command = [] {
    ProcessSpec command = ShellCommand("true");
    command.marker = {"FORGE_TEST_KEY", NewProcessKey()};
    ASSERT_TRUE(RunProcess(command).value().ok());
  };
  end_a_command();  // from now on we get orphans
  TempDirectory base;
  const std::string file = base / "pid";
  const std::string line = "FORGE_TEST_KEY=mine setpriv --no-new-privs sleep 60 >/dev/null 2>&1 & echo $! >" + file;
  ASSERT_EQ(std::system(line.c_str()), 0);  // NOLINT(cert-env33-c): not by RunProcess
  const auto pid = ParseInt(Trim(ReadFile(file).value()));
  ASSERT_TRUE(pid);
  const auto daemon = FindProcess(*pid);
  ASSERT_TRUE(daemon);
  while (!IsMoreConfined(*pid) && IsAlive(*daemon)) {
  }
  EXPECT_EQ(ReadProcess(*pid)->parent, OwnPid());
  end_a_command();
  EXPECT_TRUE(IsAlive(*daemon));
  KillProcess(*daemon);
}

}  // namespace
}  // namespace forge
