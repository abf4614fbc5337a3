#include "text/html_comments.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::string WithoutInline(std::string text) {
  BlankInlineComments(text);
  return text;
}

TEST(HtmlComments, BlanksStandInTheirPlace) {
  EXPECT_EQ(WithoutInline("a <!-- b --> c"), "a            c");
  EXPECT_EQ(WithoutInline("a <!-- b\nc --> d"), "a       \n      d");
  EXPECT_EQ(WithoutInline("a <!-- b"), "a <!-- b") << "it is not closed";
  EXPECT_EQ(WithoutInline("a <!-- ` --> `b`"), "a            `b`");
}

TEST(HtmlComments, CodeKeepsThem) {
  EXPECT_EQ(WithoutInline("`<!-- a -->` <!-- b -->"), "`<!-- a -->`           ");
  EXPECT_EQ(WithoutInline("``<!-- ` -->`` ` <!-- -->"), "``<!-- ` -->`` `         ");
  const std::string fenced = "```\n<!-- a -->\n```\n";
  EXPECT_EQ(BlankComments(fenced), fenced);
}

TEST(HtmlComments, ABlockOfThemIsBlank) {
  EXPECT_EQ(BlankComments("a\n\n<!--\n- b\n\n- c\n-->\n\nd\n"), "a\n\n    \n   \n\n   \n   \n\nd\n");
  EXPECT_EQ(BlankComments("- a\n- <!-- b -->\n"), "- a\n-           \n");
  EXPECT_EQ(BlankComments("a <!-- b\n\nc --> d\n"), "a <!-- b\n\nc --> d\n") << "a comment ends in its paragraph";
}

}  // namespace
}  // namespace forge
