#include "os/process/descriptor_copies.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace forge {
namespace {

struct Copies {
  std::mutex mutex;
  std::condition_variable closed;
  std::uint64_t last = 0;
  std::set<std::uint64_t> open;
  int waiting = 0;
};

Copies& AllCopies() {
  static Copies copies;
  return copies;
}

}  // namespace

DescriptorCopies::DescriptorCopies() {
  Copies& copies = AllCopies();
  const std::lock_guard lock(copies.mutex);
  number_ = ++copies.last;
  copies.open.insert(number_);
}

DescriptorCopies::~DescriptorCopies() {
  Copies& copies = AllCopies();
  const std::lock_guard lock(copies.mutex);
  copies.open.erase(number_);
  if (copies.waiting > 0) copies.closed.notify_all();
}

bool AwaitDescriptorCopies(std::chrono::milliseconds most) {
  Copies& copies = AllCopies();
  std::unique_lock lock(copies.mutex);
  if (copies.open.empty()) return false;
  const std::uint64_t last = copies.last;
  ++copies.waiting;
  const bool all =
      copies.closed.wait_for(lock, most, [&] { return copies.open.empty() || *copies.open.begin() > last; });
  --copies.waiting;
  return all;
}

}  // namespace forge
