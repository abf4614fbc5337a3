// Wakes a process of this machine that waits for news in a store: one touches a file that the other watches. A hint
// only: where the file system tells of no changes it wakes nobody, so a waiter looks by itself now and then as well.
// Ctrl-C and SIGTERM ring too, if this process counts them (os/system.h).
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "base/result.h"
#include "os/fd.h"

namespace forge {

Status RingBell(const std::string& path);

class BellWatch {
 public:
  // Calls `on_ring` on a thread of its own after each ring, until it is destroyed. Makes the file if it is not there.
  BellWatch(const std::string& path, std::function<void()> on_ring);
  BellWatch(const BellWatch&) = delete;
  BellWatch& operator=(const BellWatch&) = delete;
  ~BellWatch();

  bool works() const { return thread_.joinable(); }  // false: the machine gives no watch
  bool hears_interrupts() const { return works() && interrupted_ >= 0; }

 private:
  void Listen() const;
  void EndListening();

  std::function<void()> on_ring_;
  Fd events_;
  Fd end_;
  int interrupted_ = -1;  // borrowed; poll passes over -1
  std::jthread thread_;
};

}  // namespace forge
