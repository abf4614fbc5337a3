#include "os/files/file_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "os/files/files.h"

namespace forge {
namespace {

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

TEST(FileLock, SaysWhereItCouldNotLock) {
  auto lock = FileLock::Take("/no/such/place/lock");
  ASSERT_FALSE(lock);
  EXPECT_NE(lock.error().message.find("/no/such/place/lock"), std::string::npos);
}

}  // namespace
}  // namespace forge
