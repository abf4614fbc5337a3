#include "base/flow.h"

#include <gtest/gtest.h>

#include <random>

#include "base/display.h"
#include "base/strings.h"

namespace forge {
namespace {

TEST(Flow, BreaksBetweenWordsOnly) {
  EXPECT_EQ(Flow("one two three", 8), "one two\nthree");
  EXPECT_EQ(Flow("one two three", 0), "one two three");
  EXPECT_EQ(Flow("one two\n\nthree four\n", 8), "one two\n\nthree\nfour\n");
  EXPECT_EQ(Flow("a-word-of-its-own-length and more", 8), "a-word-of-its-own-length\nand more");
}

TEST(Flow, FurtherLinesStandUnderTheText) {
  EXPECT_EQ(Flow("  one two three", 9), "  one two\n  three");
  EXPECT_EQ(Flow("  | one two three", 11), "  | one two\n  | three");
  EXPECT_EQ(Flow("  key  one two three", 14), "  key  one two\n       three");
  EXPECT_EQ(Flow("  a long name  one two", 16), "  a long name\n      one two");
}

TEST(Flow, AValueThatDoesNotFitItsColumnStandsFurtherLeft) {
  EXPECT_EQ(Flow("  file      .forge/plans/plan-1.md", 28), "  file\n      .forge/plans/plan-1.md");
  EXPECT_EQ(Flow("  file      in .forge/plans/plan-1.md now", 28),
            "  file      in\n      .forge/plans/plan-1.md\n            now");
}

TEST(Flow, ColoursTakeNoRoom) {
  EXPECT_EQ(Flow("\x1b[1mone\x1b[0m two", 7), "\x1b[1mone\x1b[0m two");
  EXPECT_EQ(Flow("\x1b[2mkey  \x1b[0m  one two three", 14), "\x1b[2mkey    \x1b[0mone two\n       three");
}

TEST(Flow, LosesNoWordAndGoesBeyondNoWidth) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = 0, words = random() % 20; i < words; ++i)
      text += std::string(random() % 4 == 0 ? 1 + random() % 5 : 1, ' ') +
              std::string(1 + random() % 9, static_cast<char>('a' + i));
    const std::size_t width = 24 + random() % 60;
    const std::string flowed = Flow(text, width);
    for (std::string_view line : Lines(flowed)) EXPECT_LE(DisplayWidth(line), width) << text;
    std::string before, after;
    for (char c : text) before += c == ' ' ? "" : std::string(1, c);
    for (char c : flowed) after += c == ' ' || c == '\n' ? "" : std::string(1, c);
    EXPECT_EQ(before, after);
  }
}

}  // namespace
}  // namespace forge
