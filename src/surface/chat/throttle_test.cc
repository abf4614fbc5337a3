#include "surface/chat/throttle.h"

#include <gtest/gtest.h>

#include <random>

namespace forge::chat {
namespace {

using Text = std::optional<std::string>;

TEST(Throttle, ShowsTheFirstAtOnceAndCoalescesWhatComesTooEarly) {
  Throttle throttle(3000);
  EXPECT_EQ(throttle.Offer("a", {0}), Text("a"));
  EXPECT_EQ(throttle.Offer("b", {1000}), Text());
  EXPECT_EQ(throttle.Offer("c", {2999}), Text());
  EXPECT_EQ(throttle.Poll({2999}), Text());
  EXPECT_EQ(throttle.Poll({3000}), Text("c"));
  EXPECT_EQ(throttle.Poll({9000}), Text());
}

TEST(Throttle, FlushesWhatWaitsSoThatTheLastIsNeverDropped) {
  Throttle throttle(3000);
  throttle.Offer("a", {0});
  throttle.Offer("b", {1});
  EXPECT_TRUE(throttle.waiting());
  EXPECT_EQ(throttle.Flush({2}), Text("b"));
  EXPECT_EQ(throttle.Flush({3}), Text());
}

TEST(Throttle, DoesNotRepeatWhatIsShown) {
  Throttle throttle(10);
  throttle.Offer("a", {0});
  EXPECT_EQ(throttle.Offer("a", {100}), Text());
  throttle.Offer("b", {101});
  throttle.Offer("c", {102});
  EXPECT_EQ(throttle.Offer("b", {103}), Text());
  EXPECT_FALSE(throttle.waiting());
}

TEST(Throttle, OfZeroShowsEverything) {
  Throttle throttle(0);
  EXPECT_EQ(throttle.Offer("a", {5}), Text("a"));
  EXPECT_EQ(throttle.Offer("b", {5}), Text("b"));
}

TEST(Throttle, IsNotHeldUpByAClockSetBack) {
  Throttle throttle(1000);
  throttle.Offer("a", {1'000'000});
  EXPECT_EQ(throttle.Offer("b", {5}), Text("b"));
}

// Against the plain rules: never two within the interval unless flushed, and after a flush the last offer is on show.
TEST(Throttle, KeepsItsDistanceAndItsLastWordWhateverComes) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    Throttle throttle(50);
    std::int64_t now = 0;
    std::int64_t last = -1000;
    std::string offered;
    std::string shown;
    for (int i = 0; i < 100; ++i) {
      now += random() % 30;
      const bool offer = random() % 3 != 0;
      if (offer) offered = std::string(1, static_cast<char>('a' + random() % 5));
      const Text text = offer ? throttle.Offer(offered, {now}) : throttle.Poll({now});
      if (!text) continue;
      EXPECT_GE(now - last, 50) << "seed " << seed;
      EXPECT_EQ(*text, offered) << "seed " << seed;
      EXPECT_NE(*text, shown) << "seed " << seed;
      last = now;
      shown = *text;
    }
    if (auto text = throttle.Flush({now})) shown = *text;
    EXPECT_EQ(shown, offered) << "seed " << seed;
  }
}

}  // namespace
}  // namespace forge::chat
