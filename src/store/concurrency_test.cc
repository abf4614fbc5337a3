// Several connections, threads and processes on one file.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdio>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "os/process/process.h"
#include "os/system.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

constexpr int kCrowd = 8;
constexpr const char* kPathVariable = "FORGE_STORE_TEST_PATH";
constexpr const char* kEndlessVariable = "FORGE_STORE_TEST_ENDLESS";
constexpr std::int64_t kRunsEach = 20;

void ExpectConsecutive(const std::string& path, std::size_t count) {
  auto store = MustOpen(path);
  const auto runs = store->ListRuns().value();
  ASSERT_EQ(runs.size(), count);
  for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_EQ(runs[i].id.value, static_cast<std::int64_t>(i) + 1);
  for (const RunRow& row : runs) EXPECT_GE(store->LastSeq(row.id).value(), 1);
  EXPECT_TRUE(store->Examine(false).value().empty());
}

TEST(Concurrency, AFreshStoreIsOpenedByManyAndNumbersAreGivenOnce) {
  TempDirectory directory;
  std::barrier together(kCrowd);
  std::vector<std::vector<std::int64_t>> numbers(kCrowd);
  std::vector<std::jthread> threads;
  for (auto& mine : numbers) {
    threads.emplace_back([&] {
      together.arrive_and_wait();
      auto store = MustOpen(directory / "store.db");
      for (int i = 0; store && i < 50; ++i) {
        const auto run = store->CreateRun(SampleRun());
        EXPECT_TRUE(run) << Describe(run.error());
        if (run) mine.push_back(run->value);
      }
    });
  }
  threads.clear();
  std::set<std::int64_t> all;
  for (const auto& mine : numbers) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), kCrowd * 50U);
  ExpectConsecutive(directory / "store.db", kCrowd * 50);
}

TEST(Concurrency, OneStoreServesManyThreads) {
  TempDirectory directory;
  auto store = MustOpen(directory / "store.db");
  std::vector<std::jthread> threads;
  std::atomic<int> told = 0;
  for (int i = 0; i < kCrowd; ++i) {
    threads.emplace_back([&] {
      const RunId run = store->CreateRun(SampleRun()).value();
      std::int64_t last = store->LastSeq(run).value();
      for (int n = 0; n < 10; ++n) {
        ASSERT_OK(store->Post(run, TimerFired{n}, {1}));
        Batch batch = SampleBatch(run, last, 3);
        const auto messages = store->Poll(run).value();
        for (const InboxMessage& message : messages) batch.replies.push_back({message.id, true, ""});
        told += static_cast<int>(batch.replies.size());
        ASSERT_OK(store->Record(batch));
        last += 3;
      }
      EXPECT_EQ(store->LastSeq(run).value(), last);
    });
  }
  threads.clear();
  EXPECT_EQ(told, kCrowd * 10);
}

TEST(Concurrency, OnlyOneOfManyTakesTheLease) {
  TempDirectory directory;
  const RunId run = MustOpen(directory / "store.db")->CreateRun(SampleRun()).value();
  std::barrier together(kCrowd);
  std::atomic<int> taken = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kCrowd; ++i) {
    threads.emplace_back([&, i] {
      auto store = MustOpen(directory / "store.db");
      together.arrive_and_wait();
      if (store->TakeLease(run, SampleOwner(i + 1), {100}, 100, {})) ++taken;
    });
  }
  threads.clear();
  EXPECT_EQ(taken, 1);
}

// The processes below run this test too, all on one store.
TEST(StoreProcess, MakesRuns) {
  TempDirectory own;
  auto store = MustOpen(Environment(kPathVariable).value_or(own / "store.db"));
  ASSERT_TRUE(store);
  for (std::int64_t i = 0; i < kRunsEach; ++i) ASSERT_OK(store->CreateRun(SampleRun()));
}

// Says which row is safe. As a process of the test below it records until it is killed.
TEST(StoreProcess, Records) {
  TempDirectory own;
  auto store = MustOpen(Environment(kPathVariable).value_or(own / "store.db"));
  ASSERT_TRUE(store);
  const bool endless = Environment(kEndlessVariable).has_value();
  if (!endless) ASSERT_OK(store->CreateRun(SampleRun()));
  const std::int64_t first = store->LastSeq({1}).value();
  for (std::int64_t last = first; endless || last < first + 30; last += 3) {
    ASSERT_OK(store->Record(SampleBatch({1}, last, 3)));
    std::printf("safe %lld\n", static_cast<long long>(last + 3));
    std::fflush(stdout);
  }
  EXPECT_EQ(store->LastSeq({1}).value(), first + 30);
}

TEST(Concurrency, ManyProcessesOpenAFreshStoreAtOnce) {
  TempDirectory directory;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kCrowd; ++i) {
    threads.emplace_back([&] {
      const auto result = RunProcess(ThisProgram("StoreProcess.MakesRuns", {{kPathVariable, directory / "store.db"}}));
      ASSERT_OK(result);
      EXPECT_TRUE(result->ok()) << result->out << result->err;
    });
  }
  threads.clear();
  ExpectConsecutive(directory / "store.db", kCrowd * kRunsEach);
}

TEST(Concurrency, AProcessKilledWhileWritingLosesNothingItCalledSafe) {
  TempDirectory directory;
  const RunId run = MustOpen(directory / "store.db")->CreateRun(SampleRun()).value();
  const std::int64_t first = MustOpen(directory / "store.db")->LastSeq(run).value();
  for (int round = 1; round <= 5; ++round) {
    std::stop_source stop;
    ProcessSpec command =
        ThisProgram("StoreProcess.Records", {{kPathVariable, directory / "store.db"}, {kEndlessVariable, "1"}});
    int chunks = 0;
    command.on_stdout = [&](std::string_view text) {
      if (text.find("safe") != std::string_view::npos && ++chunks == 3 * round) stop.request_stop();
    };
    const auto result = RunProcess(command, stop.get_token());
    ASSERT_OK(result);
    ASSERT_EQ(result->end, ProcessEnd::kCancelled) << result->out;
    const std::size_t place = result->out.rfind("safe ", result->out.rfind('\n'));
    ASSERT_NE(place, std::string::npos) << result->out;
    const std::int64_t safe =
        ParseInt(Trim(result->out.substr(place + 5, result->out.find('\n', place) - place - 5))).value();
    auto store = MustOpen(directory / "store.db");
    const std::int64_t last = store->LastSeq(run).value();
    EXPECT_GE(last, safe);
    EXPECT_EQ((last - first) % 3, 0);
    EXPECT_EQ(static_cast<std::int64_t>(store->ListUnits(run).value().size()), last - first + 1);
  }
}

}  // namespace
}  // namespace forge
