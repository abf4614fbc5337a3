#include "text/markdown.h"

#include <gtest/gtest.h>

#include <string>

#include "base/strings.h"
#include "base/testing/cpu_limit.h"

namespace forge {
namespace {

std::string Outline(std::string_view text) {
  std::string outline;
  Markdown document(text);
  for (const MarkdownBlock& block : document.blocks()) {
    constexpr const char* kNames[] = {"h", "p", "list", "item", "code", "quote", "html", "rule"};
    outline += std::string(static_cast<std::size_t>(block.depth), '.') + kNames[static_cast<int>(block.kind)];
    if (block.kind == MarkdownBlock::Kind::kHeading) outline += std::to_string(block.level);
    outline += "@" + std::to_string(block.line) + "-" + std::to_string(block.last_line) + ":" +
               std::to_string(block.column) + " ";
  }
  return outline;
}

TEST(Markdown, ListsBlocksWithTheirPlaces) {
  EXPECT_EQ(Outline("# T\n\npara\nmore\n\n- a\n  - b\n\n```sh\nx\n```\n\n> q\n\n---\n<!-- c -->\n"),
            "h1@1-1:1 p@3-4:1 list@6-8:1 .item@6-8:1 ..p@6-6:3 ..list@7-8:3 ...item@7-8:3 ....p@7-7:5 "
            "code@9-11:1 quote@13-13:1 .p@13-13:3 rule@15-15:1 html@16-16:1 ");
}

TEST(Markdown, InlineMarksDoNotChangeTheBlocks) {
  EXPECT_EQ(Outline("[a]: b\n\n**x** `y` <b>z</b> [l](u) ![i](u) &amp; \\*\n"), "p@1-1:1 p@3-3:1 ");
  EXPECT_EQ(Outline("``` a`b\nc\n"), "p@1-2:1 ");
  EXPECT_EQ(Outline("***\n___\n* * *\n"), "rule@1-1:1 rule@2-2:1 rule@3-3:1 ");
  EXPECT_EQ(Outline("* a\n* b\n"), "list@1-2:1 .item@1-1:1 ..p@1-1:3 .item@2-2:1 ..p@2-2:3 ");
}

TEST(Markdown, ReadsTextFromTheSource) {
  std::string text = "## **Steps** ##\n\n- `a`\n  *b*\n\n  ~~~\n  code `x`\n    deep\n  ~~~\n\nUnder\n---\n";
  Markdown document(text);
  EXPECT_EQ(document.HeadingText(document.blocks()[0]), "**Steps**");
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind == MarkdownBlock::Kind::kParagraph) {
      EXPECT_EQ(document.ParagraphLines(block), (std::vector<std::string_view>{"`a`", "*b*"}));
    }
    if (block.kind == MarkdownBlock::Kind::kCode) {
      EXPECT_EQ(document.CodeLines(block), (std::vector<std::string_view>{"code `x`", "  deep"}));
    }
  }
  EXPECT_EQ(document.HeadingText(document.blocks().back()), "Under");
  const std::string blank_below = "Over\n---\n\n## Next\n";
  Markdown over(blank_below);
  EXPECT_EQ(over.HeadingText(over.blocks().front()), "Over");
  EXPECT_EQ(document.line_count(), 12);
  EXPECT_EQ(document.Line(0), "");
  EXPECT_EQ(document.Line(13), "");
}

TEST(Markdown, TakesLineEndsAndBytesOfAnyKind) {
  EXPECT_EQ(Outline("# a\r\n\r\nb\r\n"), "h1@1-1:1 p@3-3:1 ");
  EXPECT_EQ(Outline("a\rb\n\n# c"), "p@1-1:1 h1@3-3:1 ");
  EXPECT_EQ(Outline("\f\r\f--\n\n# c"), "p@1-1:1 h1@3-3:1 ");
  EXPECT_EQ(Outline(std::string_view("\0\xFF\n\n# c", 7)), "p@1-1:1 h1@3-3:1 ");
  EXPECT_EQ(Outline("\xEF\xBB\xBF# a"), "h1@1-1:1 ");
  EXPECT_EQ(Outline(""), "");
}

TEST(Markdown, AnUnderlinedHeadingEndsWithItsUnderline) {
  EXPECT_EQ(Outline("a\n---\n## b\n"), "h2@1-2:1 h2@3-3:1 ");
  EXPECT_EQ(Outline("a\nb\n===\n\n\nc\n"), "h1@1-3:1 p@6-6:1 ");
  EXPECT_EQ(Outline("> a\n> ---\n> b\n"), "quote@1-3:1 .h2@1-2:3 .p@3-3:3 ");
}

// cmark alone takes minutes for some of these.
TEST(Markdown, TakesNoLongerThanItsInputIsLong) {
  const CpuLimit limit;
  for (std::string_view unit :
       {"<!--", "a <!--",  "[",     "![[]()", "*a_",   "**a ", "> ",        "- ",   "1. ", "`",
        "``a",  "<a b=\"", "<?",    "\n",     "a\n",   "\t",   "<![CDATA[", "&",    "\\",  "[a]: b\n",
        "* ",   "+ ",      "```\n", "#",      "<x>\n", "a|\n", "- a\n",     "_ _ a"}) {
    std::string text;
    while (text.size() < 200'000) text += unit;
    EXPECT_EQ(Markdown(text).line_count(), static_cast<int>(Lines(text).size())) << unit;
    std::string nested;
    while (nested.size() < 100'000) nested += unit;
    nested += std::string(100'000, '\n');
    EXPECT_EQ(Markdown(nested).line_count(), static_cast<int>(Lines(nested).size())) << unit;
  }
  std::string stairs;
  for (int i = 0; i < 1000; ++i) stairs += std::string(static_cast<std::size_t>(i) * 2, ' ') + "- a\n";
  stairs += std::string(200'000, '\n');
  EXPECT_EQ(Markdown(stairs).blocks().size(), 60U);  // list, item and text down to 40 bytes of indent
}

}  // namespace
}  // namespace forge
