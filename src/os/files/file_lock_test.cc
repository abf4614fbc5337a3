#include "os/files/file_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

constexpr LockPatience kNoPatience{.stopped = {}, .running = {}};

TEST(FileLock, OnlyOneHoldsItAtATime) {
  std::string directory = MakeTempDirectory("forge-lock-test-").value();
  std::string path = JoinPath(directory, "lock");
  std::atomic<int> inside = 0, most = 0, taken = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 50; ++k) {
          auto lock = FileLock::Take(path);
          int now = ++inside;
          if (now > most) most = now;
          std::this_thread::yield();
          --inside;
          taken += lock.has_value() ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(most, 1);
  EXPECT_EQ(taken, 400);
  EXPECT_TRUE(RemoveTree(directory));
}

TEST(FileLock, AWaitThatIsOverNamesTheProcessThatHoldsIt) {
  TempDirectory directory;
  const std::string path = JoinPath(directory.path(), "lock");
  {
    const auto first = FileLock::Take(path, kNoPatience);
    ASSERT_TRUE(first) << first.error().message;
    const auto second = FileLock::Take(path, kNoPatience);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Code::kExhausted) << "to be tried again";
    EXPECT_EQ(second.error().message, "lock " + path + ": process " + std::to_string(ThisProcess().pid) + " holds it");
  }
  EXPECT_TRUE(FileLock::Take(path, kNoPatience));
}

TEST(FileLock, AStoppedHolderIsSaidToBeStopped) {
  TempDirectory directory;
  const std::string path = JoinPath(directory.path(), "lock");
  ProcessSpec holder;
  holder.argv = {"flock", "--no-fork",
                 path,    "sh",
                 "-c",    "(kill -STOP $$; until grep -q 'State:.T' /proc/$$/status; do :; done; echo stopped) & wait"};
  holder.grace = std::chrono::milliseconds(0);
  std::string pid;
  std::string message;
  std::stop_source stop;
  holder.on_start = [&](const ProcessId& id) { pid = std::to_string(id.pid); };
  holder.on_stdout = [&](std::string_view) {
    // It is not waited for like one that runs.
    auto lock = FileLock::Take(path, {.stopped = std::chrono::milliseconds(0), .running = std::chrono::hours(1)});
    message = lock ? "taken" : Describe(lock.error());
    stop.request_stop();
  };
  EXPECT_EQ(RunProcess(holder, stop.get_token())->end, ProcessEnd::kCancelled);
  EXPECT_NE(message.find("process " + pid + " holds it, and is stopped"), std::string::npos) << message;
  EXPECT_NE(message.find("kill -CONT " + pid), std::string::npos) << message;
}

TEST(FileLock, ARunningHolderIsWaitedForLongerThanAStoppedOne) {
  TempDirectory directory;
  const std::string path = JoinPath(directory.path(), "lock");
  auto first = std::make_optional(FileLock::Take(path));
  ASSERT_TRUE(*first);
  const std::jthread other([&] { first.reset(); });
  EXPECT_TRUE(FileLock::Take(path, {.stopped = {}, .running = std::chrono::hours(1)}));
}

TEST(FileLock, SaysWhereItCouldNotLock) {
  auto lock = FileLock::Take("/no/such/place/lock");
  ASSERT_FALSE(lock);
  EXPECT_NE(lock.error().message.find("/no/such/place/lock"), std::string::npos);
}

}  // namespace
}  // namespace forge
