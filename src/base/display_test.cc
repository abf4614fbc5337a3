#include "base/display.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Display, WidthIsWhatATerminalShows) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("äöü"), 3u);
  EXPECT_EQ(DisplayWidth("日本"), 4u);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);
  EXPECT_EQ(DisplayWidth("\xff\xfe"), 2u);
}

TEST(Display, FitNeverGoesBeyondTheWidthAndMarksTheCut) {
  EXPECT_EQ(Fit("abcdef", 6), "abcdef");
  EXPECT_EQ(Fit("abcdefg", 6), "abcd..");
  EXPECT_EQ(Fit("日本語日本語", 7), "日本..");
  EXPECT_EQ(Fit("abc", 1), ".");
  EXPECT_EQ(Fit("", 0), "");
  EXPECT_EQ(Fit("abcdefg", 6, "…"), "abcde…");
  EXPECT_EQ(Fit("abc", 0, "…"), "");
  for (std::size_t width = 0; width < 12; ++width) EXPECT_LE(DisplayWidth(Fit("a日b本c語d", width)), width);
}

TEST(Display, FitWordsCutsBetweenWords) {
  EXPECT_EQ(FitWords("one two three", 13), "one two three");
  EXPECT_EQ(FitWords("one two three", 12), "one two ..");
  EXPECT_EQ(FitWords("one two three", 9), "one two..");
  EXPECT_EQ(FitWords("onetwothree", 6), "onet..");
  EXPECT_EQ(FitWords("  onetwothree", 6), "  on..");
  for (std::size_t width = 0; width < 14; ++width)
    EXPECT_LE(DisplayWidth(FitWords("one two three", width)), width) << width;
}

TEST(Display, FitLetsNoControlCharacterThrough) {
  EXPECT_EQ(Fit("a\nb\tc\x1b[31m", 20), "a b c [31m");
  EXPECT_EQ(Fit("\x9b"
                "31m",
                20),
            "\xEF\xBF\xBD"
            "31m");
  EXPECT_EQ(Fit("\xC2\x9b"
                "31m",
                20),
            " 31m");
}

TEST(Display, MarkupIsEscapedAndControlCharactersAreReplaced) {
  EXPECT_EQ(EscapeMarkup("<a b=\"c\">&'\n"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;\n");
  EXPECT_EQ(EscapeMarkup("\x01"), "\xEF\xBF\xBD");
}

}  // namespace
}  // namespace forge
