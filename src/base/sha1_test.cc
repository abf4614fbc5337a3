#include "base/sha1.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Sha1, MatchesThePublishedVectors) {
  EXPECT_EQ(Sha1(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(Sha1("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

}  // namespace
}  // namespace forge
