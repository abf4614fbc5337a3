#include "service/unit/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>

namespace forge {
namespace {

// Tells when its thread ends: an idle thread of a pool does when the pool begins to.
struct AtThreadEnd {
  ~AtThreadEnd() {
    if (latch != nullptr) latch->count_down();
  }
  std::latch* latch = nullptr;
};
thread_local AtThreadEnd at_thread_end;

TEST(WorkerPool, AJobMayBringOthersWhileThePoolEnds) {
  std::latch three(3), ending(1), go(1);
  std::atomic<int> ran = 0;
  auto pool = std::make_unique<WorkerPool>();
  // The first thread is waited for first, and meanwhile the list of threads grows.
  ASSERT_TRUE(pool->Run([&] {
    three.arrive_and_wait();
    ending.wait();
    for (int i = 0; i < 64; ++i) EXPECT_TRUE(pool->Run([&] { ++ran; }));
    go.count_down();
  }));
  ASSERT_TRUE(pool->Run([&] {
    three.arrive_and_wait();
    go.wait();
  }));
  ASSERT_TRUE(pool->Run([&] {
    at_thread_end.latch = &ending;
    three.arrive_and_wait();
  }));
  pool->~WorkerPool();
  EXPECT_EQ(ran, 64);
  ::operator delete(pool.release());
}

}  // namespace
}  // namespace forge
