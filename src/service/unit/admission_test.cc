#include "service/unit/admission.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace forge {
namespace {

TEST(Admission, TheFirstEntersWhateverTheMemory) {
  Admission admission(100, [] { return 1; });
  bool waited = false;
  const Admission::Pass first = admission.Enter({}, [&] { waited = true; });
  EXPECT_FALSE(waited);
}

TEST(Admission, TheSecondWaitsUntilTheFirstHasLeft) {
  Admission admission(100, [] { return 1; });
  std::atomic<bool> waited = false, entered = false;
  std::jthread second;
  {
    const Admission::Pass first = admission.Enter({});
    second = std::jthread([&] {
      const Admission::Pass pass = admission.Enter({}, [&] { waited = true; });
      entered = true;
    });
    while (!waited) std::this_thread::yield();
    EXPECT_FALSE(entered);
  }
  second.join();
  EXPECT_TRUE(entered);
}

TEST(Admission, NoUnitWaitsWithFreeMemoryOrWithoutALimit) {
  for (const auto& memory : {std::pair{100, std::optional<std::int64_t>(100)}, {100, std::nullopt}, {0, 1}}) {
    Admission admission(memory.first, [&] { return memory.second; });
    const Admission::Pass first = admission.Enter({});
    bool waited = false;
    const Admission::Pass second = admission.Enter({}, [&] { waited = true; });
    EXPECT_FALSE(waited);
  }
}

TEST(Admission, OneLookAtMuchMemoryLetsManyIn) {
  int looks = 0;
  Admission admission(100, [&] {
    ++looks;
    return 100'000;
  });
  for (int i = 0; i < 1000; ++i) {
    const Admission::Pass first = admission.Enter({});
    const Admission::Pass second = admission.Enter({});
  }
  EXPECT_GE(looks, 1);
  EXPECT_LT(looks, 500);
}

TEST(Admission, WhatALookFoundIsGivenOnlyOnce) {
  int looks = 0;
  Admission admission(100, [&] {
    ++looks;
    return 250;
  });
  const Admission::Pass first = admission.Enter({});
  std::vector<Admission::Pass> others;
  for (int i = 0; i < 6; ++i) others.push_back(admission.Enter({}));
  EXPECT_GE(looks, 3) << "two for each look";
}

TEST(Admission, AStoppedUnitWaitsNoLonger) {
  Admission admission(100, [] { return 1; });
  const Admission::Pass first = admission.Enter({});
  std::stop_source stop;
  int waits = 0;
  const Admission::Pass second = admission.Enter(stop.get_token(), [&] {
    ++waits;
    stop.request_stop();
  });
  EXPECT_EQ(waits, 1);
}

}  // namespace
}  // namespace forge
