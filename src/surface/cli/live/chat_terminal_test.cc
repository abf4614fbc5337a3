#include "surface/cli/live/chat_terminal.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace forge::cli {
namespace {

class ChatTerminalTest : public testing::Test {
 protected:
  void TearDown() override { std::fclose(file_); }

  // What was written since the last call, with escapes made visible.
  std::string Written() {
    std::string text;
    std::fseek(file_, read_, SEEK_SET);
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += c == 0x1b ? '^' : static_cast<char>(c);
    read_ = std::ftell(file_);
    return text;
  }

  std::FILE* file_ = std::tmpfile();
  long read_ = 0;
  Output out_{file_, file_, false};
  ChatTerminal terminal_{out_, 80};
};

TEST_F(ChatTerminalTest, TheMessageAtTheBottomIsRedrawnInItsPlace) {
  const auto id = terminal_.Send("one");
  EXPECT_EQ(Written(), "one\n");
  terminal_.Edit(id, "two\nlines");
  EXPECT_EQ(Written(), "\r^[1A^[Jtwo\nlines\n");
  terminal_.Leave();
  terminal_.Edit(id, "three");
  EXPECT_EQ(Written(), "three\n");
}

TEST_F(ChatTerminalTest, SeveralMessagesNeverDrawOverEachOther) {
  const auto first = terminal_.Send("first");
  const auto second = terminal_.Send("second");
  terminal_.Edit(first, "first, later");
  const auto third = terminal_.Send("third");
  EXPECT_NE(third, second);
  Written();
  terminal_.Edit(second, "second, later");
  EXPECT_EQ(Written(), "second, later\n") << "what stands at the bottom is the third";
}

}  // namespace
}  // namespace forge::cli
