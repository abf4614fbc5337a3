#include "text/first_line.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(FirstLine, IsCutAtItsLimitOrBeforeAWord) {
  EXPECT_EQ(FirstLine("\n## One two three\nmore", 9), "One two t...");
  EXPECT_EQ(FirstLineInWords("\n## One two three\nmore", 9), "One two...");
  EXPECT_EQ(FirstLineInWords("One two three", 7), "One two...");
  EXPECT_EQ(FirstLineInWords("One two three", 13), "One two three");
  EXPECT_EQ(FirstLineInWords("Unbroken", 3), "Unb...") << "it has no word to end at";
}

}  // namespace
}  // namespace forge
