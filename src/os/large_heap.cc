#include "os/large_heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace forge {
namespace {

constexpr std::size_t kLeastHeap = std::size_t{4} << 20U;
constexpr std::size_t kMostHeap = std::size_t{1} << 30U;
constexpr int kMostInHeap = 32 << 20;  // a piece; the C library takes no more
constexpr std::uintptr_t kLargePage = std::uintptr_t{2} << 20U;

std::uintptr_t HeapEnd() { return reinterpret_cast<std::uintptr_t>(sbrk(0)); }

}  // namespace

void ExpectAllocations(std::size_t bytes) {
  if (bytes < kLeastHeap) return;
  bytes = std::min(bytes, kMostHeap);
  // What is freed meanwhile stays, instead of being given back and taken anew page by page.
  mallopt(M_TRIM_THRESHOLD, static_cast<int>(kMostHeap));
  mallopt(M_MMAP_THRESHOLD, kMostInHeap);
  mallopt(M_TOP_PAD, static_cast<int>(bytes));
  const std::uintptr_t from = (HeapEnd() + kLargePage - 1) / kLargePage * kLargePage;
  // The heap grows with a piece that does not fit into it. (A compiler leaves out what nobody looks at.)
  const std::size_t unused = mallinfo2().fordblks;
  void* volatile piece = std::malloc(std::min<std::size_t>(kLeastHeap + unused, kMostInHeap - kLargePage));
  std::free(piece);
  mallopt(M_TOP_PAD, static_cast<int>(kLeastHeap));
  const std::uintptr_t to = HeapEnd();
  // No large pages, or a heap that lies elsewhere (a sanitizer's): it works as it is.
  if (to > from) (void)madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}

}  // namespace forge
