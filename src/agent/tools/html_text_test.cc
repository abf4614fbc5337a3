#include "agent/tools/html_text.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(HtmlText, KeepsTextHeadingsItemsAndLinks) {
  EXPECT_EQ(HtmlToText("<html><head><title>A &amp; B</title><style>p{x:1>2}</style></head><body>\n<h2>One</h2>"
                       "<p>first   line<br>second</p><ul><li>a<li><a class='k' href=\"/x?a=1&amp;b=2\">b</a></ul>"
                       "<script>if (a < b) { alert('</p>') }</script><!-- gone > --><p>end</p>"),
            "A & B\n\n## One\n\nfirst line\nsecond\n\n- a\n- b (/x?a=1&b=2)\n\nend\n");
}

TEST(HtmlText, KeepsPreformattedTextAndTables) {
  EXPECT_EQ(HtmlToText("<pre>a\n  b &lt;c&gt;</pre>x<table><tr><td>1</td><td>2</td></tr></table>"),
            "a\n  b <c>\n\nx\n\n1 | 2 |\n");
}

TEST(HtmlText, CharactersAreDecodedAndAloneMarksAreText) {
  EXPECT_EQ(HtmlToText("&#60;&#x3E;&#xE4;&nbsp;&nosuch;&#xD800;& a < b &amp"),
            "<>\xC3\xA4 &nosuch;\xEF\xBF\xBD& a < b &amp\n");
}

TEST(HtmlText, BrokenPagesEnd) {
  for (const char* page :
       {"<", "</", "<a", "<a href=", "<a href='", "<!--", "<script>", "<script", "<p a=\"x>y", "&#;", "&#x;"})
    EXPECT_LE(HtmlToText(page).size(), 20U) << page;
  EXPECT_EQ(HtmlToText(""), "\n");
}

}  // namespace
}  // namespace forge
