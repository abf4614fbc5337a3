#include "os/process/descriptor_copies.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

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

}  // namespace
}  // namespace forge
