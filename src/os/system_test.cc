#include "os/system.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include "os/environment.h"

namespace forge {
namespace {

TEST(System, CountsInterruptsInsteadOfDying) {
  CatchInterrupts();
  int before = InterruptCount();
  ::raise(SIGINT);
  EXPECT_EQ(InterruptCount(), before + 1);
  ::raise(SIGTERM);
  ::raise(SIGPIPE);
  EXPECT_EQ(InterruptCount(), before + 2);
  for (int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
}

TEST(System, UserDirectoriesFollowXdgButIgnoreRelativeOnes) {
  auto home = Environment("HOME");
  ::setenv("HOME", "/home/somebody", 1);
  ::setenv("XDG_CONFIG_HOME", "/etc/mine", 1);
  ::setenv("XDG_DATA_HOME", "relative", 1);
  ::unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(ConfigDirectory(), "/etc/mine/forge");
  EXPECT_EQ(DataDirectory(), "/home/somebody/.local/share/forge");
  EXPECT_EQ(CacheDirectory(), "/home/somebody/.cache/forge");
  ::unsetenv("XDG_CONFIG_HOME");
  ::unsetenv("XDG_DATA_HOME");
  if (home) ::setenv("HOME", home->c_str(), 1);
}

TEST(System, TheEnvironmentIsSeenWhole) {
  ::setenv("FORGE_TEST_VARIABLE", "a=b", 1);
  EXPECT_EQ(Environment("FORGE_TEST_VARIABLE"), "a=b");
  EXPECT_EQ(WholeEnvironment().at("FORGE_TEST_VARIABLE"), "a=b");
  RemoveVariable("FORGE_TEST_VARIABLE");
  EXPECT_EQ(Environment("FORGE_TEST_VARIABLE"), std::nullopt);
}

TEST(System, ClocksGoForward) {
  EXPECT_GT(WallClock().ms, 1'700'000'000'000);
  const std::int64_t before = SteadyMs();
  EXPECT_GE(SteadyMs(), before);
}

TEST(System, AnUnknownTerminalIsAsWideAsColumnsSaysOrEighty) {
  EXPECT_FALSE(IsTerminal(-1));
  ::unsetenv("COLUMNS");
  EXPECT_EQ(TerminalWidth(-1), 80);
  ::setenv("COLUMNS", "61", 1);
  EXPECT_EQ(TerminalWidth(-1), 61);
  ::setenv("COLUMNS", "wide", 1);
  EXPECT_EQ(TerminalWidth(-1), 80);
  ::unsetenv("COLUMNS");
  EXPECT_EQ(TerminalHeight(-1), 24);
}

}  // namespace
}  // namespace forge
