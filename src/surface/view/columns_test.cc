#include "surface/view/columns.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Columns, AreAsWideAsTheirWidestCell) {
  const Palette plain(false);
  EXPECT_EQ(FormatColumns(plain, {"A", "LONG"}, {{{"xx", Tone::kPlain}, {"y", Tone::kBad}}}, 0), "A   LONG\nxx  y\n");
}

TEST(Columns, CutOnlyTheLast) {
  const Palette plain(false);
  const std::string text =
      FormatColumns(plain, {"A", "B"}, {{{"first", Tone::kPlain}, {std::string(100, 'x'), Tone::kPlain}}}, 40);
  EXPECT_EQ(text, "A      B\nfirst  " + std::string(31, 'x') + "..\n");
}

TEST(Columns, ThatWouldBeTooNarrowBecomeAFewLinesPerRow) {
  const Palette plain(false);
  const std::vector<std::vector<Cell>> rows = {
      {{"1"}, {"completed, not landed"}, {"-"}, {"1.0k tokens"}, {"an objective of several words, and more of them"}}};
  EXPECT_EQ(FormatColumns(plain, {"RUN", "STATUS", "STAGE", "SPENT", "OBJECTIVE"}, rows, 40),
            "1  status completed, not landed; spent\n   1.0k tokens\n    an objective of several words, and\n    more "
            "of them\n");
}

TEST(Columns, WhatIsToBeTypedFlowsOntoFurtherLines) {
  const Palette plain(false);
  const std::vector<std::vector<Cell>> rows = {{{"agent"}, {"-"}, {"install it: npm install -g the-agent"}}};
  EXPECT_EQ(FormatColumns(plain, {"A", "B", ""}, rows, 40, LastColumn::kFlows),
            "A      B  \nagent  -  install it: npm install -g\n          the-agent\n");
  const std::vector<std::vector<Cell>> wide = {{{"agent"}, {"a cell of some width"}, {"npm install -g the-agent"}}};
  EXPECT_EQ(FormatColumns(plain, {"A", "B", ""}, wide, 40, LastColumn::kFlows),
            "agent  b a cell of some width\n    npm install -g the-agent\n");
  const std::string ten = "a word, a word, a word, a word, a word, a word, a word, a word, a word, the end";
  EXPECT_NE(FormatColumns(plain, {"A", "B", ""}, {{{"agent"}, {"a cell of some width"}, {ten}}}, 24, LastColumn::kFlows)
                .find("the end"),
            std::string::npos);
}

TEST(Columns, ColourDoesNotCount) {
  const Palette colours(true);
  EXPECT_EQ(FormatColumns(colours, {"A"}, {{{"x", Tone::kGood}}}, 0), "\x1b[2mA\x1b[0m\n\x1b[32mx\x1b[0m\n");
}

}  // namespace
}  // namespace forge
