// Fails a test that takes more CPU time than a linear reader can need. Other programs on the machine do not count.
#pragma once

#include <gtest/gtest.h>

#include <ctime>

namespace forge {

class CpuLimit {
 public:
  CpuLimit() = default;
  CpuLimit(const CpuLimit&) = delete;
  CpuLimit& operator=(const CpuLimit&) = delete;
  // A careless reader takes minutes even without sanitizers; ours takes a second or two.
  ~CpuLimit() { EXPECT_LT((std::clock() - begin_) / CLOCKS_PER_SEC, 60) << "seconds of CPU time"; }

 private:
  const std::clock_t begin_ = std::clock();
};

}  // namespace forge
