#include "os/process/message_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "os/fd.h"

namespace forge {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    in = Fd(ends[0]);
    out = Fd(ends[1]);
  }
  Fd in, out;
};

std::vector<std::string> ReadAll(MessagePipe& pipe) {
  std::vector<std::string> lines;
  while (auto line = pipe.Read()) lines.push_back(line->too_long ? "(too long)" : line->text);
  return lines;
}

// Writes and closes beside the caller; to be declared after the pipe it writes to, which it must not outlive.
[[nodiscard]] std::jthread Feed(Pipe& pipe, std::string text) {
  return std::jthread([&pipe, text = std::move(text)] {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t count = ::write(pipe.out.get(), text.data() + at, text.size() - at);
      if (count <= 0) break;
      at += static_cast<std::size_t>(count);
    }
    pipe.out.Close();
  });
}

TEST(MessagePipe, LinesComeWholeAndEmptyOnesAreNone) {
  Pipe pipe;
  const std::jthread writer = Feed(pipe, "one\n\n\r\ntwo\r\nthe last has no end");
  MessagePipe messages(pipe.in.get(), -1, 100);
  EXPECT_EQ(ReadAll(messages), (std::vector<std::string>{"one", "two", "the last has no end"}));
}

TEST(MessagePipe, ALineThatIsTooLongIsPassedOverAndTheNextIsRead) {
  Pipe pipe;
  const std::jthread writer = Feed(pipe, "before\n" + std::string(3'000'000, 'x') + "\nafter\n");
  MessagePipe messages(pipe.in.get(), -1, 1'000'000);
  EXPECT_EQ(ReadAll(messages), (std::vector<std::string>{"before", "(too long)", "after"}));
}

TEST(MessagePipe, ALineOfExactlyTheLimitIsKept) {
  Pipe pipe;
  const std::jthread writer = Feed(pipe, std::string(10, 'x') + "\n" + std::string(11, 'x') + "\n");
  MessagePipe messages(pipe.in.get(), -1, 10);
  EXPECT_EQ(ReadAll(messages), (std::vector<std::string>{std::string(10, 'x'), "(too long)"}));
}

TEST(MessagePipe, MessagesOfManyThreadsNeverMix) {
  Pipe pipe;
  MessagePipe messages(-1, pipe.out.get(), 0);
  constexpr int kThreads = 4;
  constexpr std::size_t kLength = 20'000;
  std::vector<std::string> lines;
  std::thread reader([&] {
    MessagePipe back(pipe.in.get(), -1, 1'000'000);
    lines = ReadAll(back);
  });
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < kThreads; ++i) {
      writers.emplace_back([&messages, i] {
        for (int n = 0; n < 20; ++n) EXPECT_TRUE(messages.Write(std::string(kLength, static_cast<char>('a' + i))));
      });
    }
  }
  pipe.out.Close();
  reader.join();
  ASSERT_EQ(lines.size(), kThreads * 20U);
  for (const std::string& line : lines) EXPECT_EQ(line, std::string(kLength, line[0]));
}

TEST(MessagePipe, WritingToAReaderWhoHasGoneFailsAndDoesNotKill) {
  std::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.in.Close();
  MessagePipe messages(-1, pipe.out.get(), 0);
  EXPECT_FALSE(messages.Write("no reader"));
}

TEST(MessagePipe, AWriterThatWaitsForASlowReaderGivesUpWhenStopped) {
  Pipe pipe;
  MessagePipe messages(-1, pipe.out.get(), 0);
  std::thread writer([&] { EXPECT_FALSE(messages.Write(std::string(10'000'000, 'x'))); });
  messages.Stop();
  writer.join();
}

}  // namespace
}  // namespace forge
