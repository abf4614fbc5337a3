// How many units the runs of a tree may begin together (`forge next`). Their loops share it, each on a thread of its
// own.
#pragma once

#include <atomic>

namespace forge {

class UnitAllowance {
 public:
  explicit UnitAllowance(int units) : units_(units) {}

  // One is to begin. False: all have begun.
  bool Take() { return begun_.fetch_add(1) < units_; }
  // One that began has ended. True: it was the last.
  bool End() { return ended_.fetch_add(1) + 1 >= units_; }
  bool used_up() const { return ended_ >= units_; }

 private:
  const int units_;
  std::atomic<int> begun_ = 0;
  std::atomic<int> ended_ = 0;
};

}  // namespace forge
