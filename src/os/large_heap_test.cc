#include "os/large_heap.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace forge {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kOwnHeap = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kOwnHeap = false;
#else
constexpr bool kOwnHeap = true;
#endif
#else
constexpr bool kOwnHeap = true;
#endif

const char* HeapEnd() { return static_cast<const char*>(sbrk(0)); }

TEST(LargeHeap, HasWhatIsExpectedReadyAtOnce) {
  constexpr std::size_t kExpected = std::size_t{32} << 20U;
  const char* before = HeapEnd();
  ExpectAllocations(kExpected);
  const char* ready = HeapEnd();
  if (kOwnHeap) {
    EXPECT_GE(ready - before, static_cast<std::ptrdiff_t>(kExpected));
  }
  std::vector<std::string> pieces;
  for (int i = 0; i < 100'000; ++i) pieces.emplace_back(100, 'x');
  EXPECT_EQ(HeapEnd(), ready) << "the heap did not grow again for a third of it";
  EXPECT_EQ(pieces.back(), std::string(100, 'x'));
}

TEST(LargeHeap, LeavesALittleToItself) {
  const char* before = HeapEnd();
  ExpectAllocations(1000);
  EXPECT_EQ(HeapEnd(), before);
}

}  // namespace
}  // namespace forge
