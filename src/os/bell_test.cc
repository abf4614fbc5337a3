#include "os/bell.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>
#include <vector>

#include "os/files/files.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

class Ears {
 public:
  void Hear() {
    const std::lock_guard lock(mutex_);
    ++heard_;
    changed_.notify_all();
  }
  void AwaitMoreThan(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return heard_ > count; });
  }
  int heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int heard_ = 0;
};

TEST(Bell, EveryWatchHearsEveryRing) {
  const TempDirectory directory;
  const std::string path = JoinPath(directory.path(), "bell");
  Ears one, two;
  const BellWatch first(path, [&] { one.Hear(); });
  const BellWatch second(path, [&] { two.Hear(); });
  ASSERT_TRUE(first.works());
  ASSERT_TRUE(second.works());
  for (int i = 0; i < 3; ++i) {
    const int before_one = one.heard(), before_two = two.heard();
    ASSERT_TRUE(RingBell(path));
    one.AwaitMoreThan(before_one);
    two.AwaitMoreThan(before_two);
  }
}

TEST(Bell, CtrlCWakesEveryWatch) {
  const TempDirectory directory;
  Ears one, two;
  CatchInterrupts();
  const BellWatch first(JoinPath(directory.path(), "a"), [&] { one.Hear(); });
  const BellWatch second(JoinPath(directory.path(), "b"), [&] { two.Hear(); });
  ASSERT_TRUE(first.hears_interrupts());
  ASSERT_TRUE(second.hears_interrupts());
  const int counted = InterruptCount(), before_one = one.heard(), before_two = two.heard();
  ASSERT_EQ(::raise(SIGINT), 0);
  EXPECT_EQ(InterruptCount(), counted + 1);
  one.AwaitMoreThan(before_one);
  two.AwaitMoreThan(before_two);
}

TEST(Bell, MoreWatchesThanTheHandlerKnowsWorkWithoutSignals) {
  const TempDirectory directory;
  std::vector<std::unique_ptr<BellWatch>> watches;
  const auto add = [&] {
    watches.push_back(std::make_unique<BellWatch>(JoinPath(directory.path(), "bell"), [] {}));
    return watches.back()->hears_interrupts();
  };
  while (watches.size() < 100 && add()) {
  }
  ASSERT_LT(watches.size(), 100u);
  EXPECT_TRUE(watches.back()->works());
  watches.erase(watches.begin());
  EXPECT_TRUE(add());
}

TEST(Bell, ARingBeforeAnyWatchIsNoFailure) {
  const TempDirectory directory;
  EXPECT_TRUE(RingBell(JoinPath(directory.path(), "bell")));
}

TEST(Bell, WithoutAPlaceForItsFileItDoesNotWork) {
  const TempDirectory directory;
  const std::string path = JoinPath(directory.path(), "missing/bell");
  EXPECT_FALSE(RingBell(path));
  EXPECT_FALSE(BellWatch(path, [] {}).works());
}

}  // namespace
}  // namespace forge
