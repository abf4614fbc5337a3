#include "service/rung_inbox.h"

#include <gtest/gtest.h>

#include <memory>

#include "os/system.h"
#include "os/testing/temp_directory.h"
#include "store/store.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

TEST(RungInbox, AMessageFromAnotherProcessWakesTheLoop) {
  const TempDirectory directory;
  const std::string path = directory / "forge.db";
  std::unique_ptr<Store> ours = OpenSqliteStore(path).value();
  std::unique_ptr<Store> theirs = OpenSqliteStore(path).value();
  const RunId run = ours->CreateRun(SampleRun()).value();
  InputQueue queue;
  RungInbox inbox(*ours, path, queue);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(inbox.Poll(run)->empty());
    ASSERT_TRUE(theirs->Post(run, Control{}, WallClock()));
    std::vector<InboxMessage> messages;
    // A ring of the round before may wake it once more.
    while (messages.empty()) {
      EXPECT_TRUE(queue.WaitSome(std::chrono::hours(1)).empty());
      messages = inbox.Poll(run).value();
    }
    EXPECT_EQ(messages.size(), 1u);
  }
}

TEST(RungInbox, WhatLayThereBeforeIsFoundAtTheFirstLook) {
  const TempDirectory directory;
  const std::string path = directory / "forge.db";
  std::unique_ptr<Store> store = OpenSqliteStore(path).value();
  const RunId run = store->CreateRun(SampleRun()).value();
  ASSERT_TRUE(store->Post(run, Control{}, WallClock()));
  InputQueue queue;
  EXPECT_EQ(RungInbox(*store, path, queue).Poll(run)->size(), 1u);
}

class CountingInbox : public Inbox {
 public:
  Result<std::vector<InboxMessage>> Poll(RunId) override {
    ++looks;
    return std::vector<InboxMessage>{};
  }
  int looks = 0;
};

// To record that a run waits for one that has ended leaves a message, before the bell of it is heard.
TEST(RungInbox, LooksAgainAfterAMessage) {
  class Chain : public Inbox {
   public:
    Result<std::vector<InboxMessage>> Poll(RunId) override {
      ++looks;
      return looks > 2 ? std::vector<InboxMessage>{} : std::vector<InboxMessage>{{looks, Control{}}};
    }
    int looks = 0;
  };
  const TempDirectory directory;
  Chain inner;
  InputQueue queue;
  RungInbox inbox(inner, directory / "forge.db", queue);
  EXPECT_EQ(inbox.Poll(RunId{1})->size(), 1U);
  EXPECT_EQ(inbox.Poll(RunId{1})->size(), 1U);
  EXPECT_TRUE(inbox.Poll(RunId{1})->empty());
  EXPECT_EQ(inner.looks, 3);
}

TEST(RungInbox, LooksAtEveryPollIfItMust) {
  const TempDirectory directory;
  CountingInbox inner;
  InputQueue queue;
  RungInbox inbox(inner, directory / "forge.db", queue, [] { return true; });
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(inbox.Poll(RunId{1}));
  EXPECT_EQ(inner.looks, 100);
}

// Nothing rings, so the store is left alone; only much time makes a look due.
TEST(RungInbox, WithoutARingItDoesNotLookAtEveryPoll) {
  const TempDirectory directory;
  CountingInbox inner;
  InputQueue queue;
  RungInbox inbox(inner, directory / "forge.db", queue);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(inbox.Poll(RunId{1}));
  EXPECT_GE(inner.looks, 1);
  EXPECT_LT(inner.looks, 1000);
}

TEST(RungInbox, WithoutABellItLooksMoreOften) {
  const TempDirectory directory;
  const std::string path = directory / "forge.db";
  std::unique_ptr<Store> store = OpenSqliteStore(path).value();
  InputQueue queue;
  const RungInbox with(*store, path, queue);
  const RungInbox without(*store, directory / "missing/forge.db", queue);
  EXPECT_LT(without.longest_wait({}), with.longest_wait({}));
}

TEST(RungInbox, ALoopThatOnlyWaitsWakesEveryFiveSeconds) {
  using std::chrono::milliseconds;
  const TempDirectory directory;
  CountingInbox inner;
  InputQueue queue;
  const RungInbox inbox(inner, directory / "forge.db", queue);
  EXPECT_EQ(inbox.longest_wait(std::chrono::hours(1)), milliseconds(5000));
  EXPECT_EQ(inbox.longest_wait(milliseconds(500)), milliseconds(500));
  EXPECT_EQ(inbox.longest_wait({}), milliseconds(200));
  const RungInbox without(inner, directory / "missing/forge.db", queue);
  EXPECT_EQ(without.longest_wait(std::chrono::hours(1)), milliseconds(50));
}

}  // namespace
}  // namespace forge
