#include "os/process/descriptor_copies.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

constexpr std::chrono::milliseconds kAtOnce{0};
constexpr std::chrono::seconds kLong{60};

TEST(DescriptorCopies, NothingIsWaitedForWhereThereAreNone) { EXPECT_FALSE(AwaitDescriptorCopies(kLong)); }

TEST(DescriptorCopies, ThoseThatStayAreGivenUp) {
  const DescriptorCopies copies;
  EXPECT_FALSE(AwaitDescriptorCopies(kAtOnce));
}

TEST(DescriptorCopies, AreWaitedForUntilTheyAreClosed) {
  std::optional<DescriptorCopies> copies(std::in_place);
  std::atomic<bool> closing = false;
  std::jthread closer([&] {
    closing = true;
    copies.reset();
  });
  // False only if they were closed before the wait began.
  EXPECT_TRUE(AwaitDescriptorCopies(kLong) || closing);
}

// The process in the background stands for a child of another thread: it has the pipe, and closes it by itself.
TEST(DescriptorCopies, APipeThatOneOfThemHasIsNoReasonToEndProcesses) {
  ProcessSpec command = ShellCommand("(trap 'echo ended by us' TERM; cat <&3) 3<&0 &");
  command.grace = kLong;
  command.input = ProcessInput::Make().value();
  std::optional<DescriptorCopies> copies(std::in_place);
  std::jthread other;
  command.on_start = [&](const ProcessId& leader) {
    other = std::jthread([&, leader] {
      for (auto row = ReadProcess(leader.pid); row && row->id == leader && !row->dead(); row = ReadProcess(leader.pid))
        std::this_thread::yield();
      command.input->Close();
      copies.reset();
    });
  };
  const auto result = RunProcess(command);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "");
}

}  // namespace
}  // namespace forge
