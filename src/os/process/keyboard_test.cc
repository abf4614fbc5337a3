#include "os/process/keyboard.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <vector>

#include "os/system.h"

namespace forge {
namespace {

std::vector<std::string> KeysOf(std::string typed) {
  std::vector<std::string> keys;
  while (!typed.empty()) keys.push_back(TakeKey(typed));
  return keys;
}

using Keys = std::vector<std::string>;

TEST(Keyboard, NamesKeysOneByOne) {
  EXPECT_EQ(KeysOf("jk"), (Keys{"j", "k"}));
  EXPECT_EQ(KeysOf("\x1b[A\x1b[Bq"), (Keys{"up", "down", "q"}));
  EXPECT_EQ(KeysOf("\x1bOA\r"), (Keys{"up", "enter"}));
  EXPECT_EQ(KeysOf("\x1b"), Keys{"escape"});
  EXPECT_EQ(KeysOf("\x1bq"), (Keys{"escape", "q"}));
  EXPECT_EQ(KeysOf("\x04"), Keys{"end"});
}

TEST(Keyboard, SwallowsKeysWithoutAName) {
  EXPECT_EQ(KeysOf("\x1b[1;5Cj"), (Keys{"", "j"}));
  EXPECT_EQ(KeysOf("\x1b[3~j"), (Keys{"", "j"}));
  EXPECT_EQ(KeysOf("\x1b[1;"), Keys{""});
}

// In a process of its own: a request to end is never forgotten.
[[noreturn]] void AskWhenTold(bool to_end) {
  int ends[2] = {-1, -1};
  const bool fed = ::pipe(ends) == 0 && ::write(ends[1], "yes\n", 4) == 4 && ::dup2(ends[0], STDIN_FILENO) == 0;
  CatchInterrupts();
  if (to_end) ::raise(SIGTERM);
  const auto line = ReadLineUnlessEscape({});
  std::_Exit(fed && line == (to_end ? std::nullopt : std::optional<std::string>("yes")) ? 0 : 1);
}

TEST(KeyboardDeathTest, ARequestToEndThatCameBeforeTheQuestionEndsIt) {
  EXPECT_EXIT(AskWhenTold(false), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(AskWhenTold(true), testing::ExitedWithCode(0), "");
}

using Answers = std::vector<std::optional<std::string>>;

// In a process of its own, whose terminal holds `typed` before anybody asks.
[[noreturn]] void AskOnTerminal(const std::string& typed, const Answers& wanted) {
  int keys = -1;
  int terminal = -1;
  const bool is_open = ::openpty(&keys, &terminal, nullptr, nullptr, nullptr) == 0 &&
                       ::write(keys, typed.data(), typed.size()) == static_cast<ssize_t>(typed.size()) &&
                       ::dup2(terminal, STDIN_FILENO) == 0;
  Answers lines;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    int looks = 0;  // a line that never comes fails the test instead of keeping it
    lines.push_back(ReadLineUnlessEscape([&] { return ++looks > 4; }));
  }
  std::_Exit(is_open && lines == wanted ? 0 : 1);
}

TEST(KeyboardDeathTest, WhatIsTypedAheadBehindAnArrowIsTheLine) {
  const Answers one = {"x"};
  const Answers two = {"none", "y"};
  EXPECT_EXIT(AskOnTerminal("\x1b[Ax\r", one), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(AskOnTerminal("no\x1b[1;5Cn\x1bOBe\ry\r", two), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace forge
