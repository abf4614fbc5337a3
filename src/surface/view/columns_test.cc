#include "surface/view/columns.h"

#include <gtest/gtest.h>

namespace forge::cli {
namespace {

TEST(Columns, WidthIsWhatATerminalShows) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("äöü"), 3u);
  EXPECT_EQ(DisplayWidth("日本"), 4u);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);
  EXPECT_EQ(DisplayWidth("\xff\xfe"), 2u);
}

TEST(Columns, FitNeverGoesBeyondTheWidthAndMarksTheCut) {
  EXPECT_EQ(Fit("abcdef", 6), "abcdef");
  EXPECT_EQ(Fit("abcdefg", 6), "abcd..");
  EXPECT_EQ(Fit("日本語日本語", 7), "日本..");
  EXPECT_EQ(Fit("abc", 1), ".");
  EXPECT_EQ(Fit("", 0), "");
  for (std::size_t width = 0; width < 12; ++width) EXPECT_LE(DisplayWidth(Fit("a日b本c語d", width)), width);
}

TEST(Columns, FitLetsNoControlCharacterThrough) {
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

TEST(Columns, AreAsWideAsTheirWidestCell) {
  Output out(stdout, stderr, false);
  EXPECT_EQ(FormatColumns(out, {"A", "LONG"}, {{{"xx", Tone::kPlain}, {"y", Tone::kBad}}}, 0), "A   LONG\nxx  y\n");
}

TEST(Columns, CutOnlyTheLast) {
  Output out(stdout, stderr, false);
  const std::string text =
      FormatColumns(out, {"A", "B"}, {{{"first", Tone::kPlain}, {std::string(100, 'x'), Tone::kPlain}}}, 40);
  EXPECT_EQ(text, "A      B\nfirst  " + std::string(31, 'x') + "..\n");
}

TEST(Columns, ColourDoesNotCount) {
  Output out(stdout, stderr, true);
  EXPECT_EQ(FormatColumns(out, {"A"}, {{{"x", Tone::kGood}}}, 0), "\x1b[2mA\x1b[0m\n\x1b[32mx\x1b[0m\n");
}

}  // namespace
}  // namespace forge::cli
