#include "os/available_memory.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Memory, IsReadFromTheKernelsTable) {
  EXPECT_EQ(ReadMemAvailable("MemTotal:       24 kB\nMemAvailable:   12 kB\nBuffers: 1 kB\n"), 12 * 1024);
  EXPECT_EQ(ReadMemAvailable("MemTotal:       24 kB\n"), std::nullopt);
  EXPECT_EQ(ReadMemAvailable("MemAvailable:   many kB\n"), std::nullopt);
  EXPECT_EQ(ReadMemAvailable(""), std::nullopt);
}

TEST(Memory, ThisMachineHasSome) { EXPECT_GT(AvailableMemory().value_or(0), 0); }

}  // namespace
}  // namespace forge
