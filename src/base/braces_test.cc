#include "base/braces.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Paths = std::vector<std::string>;

TEST(Braces, EachChoiceIsAPath) {
  EXPECT_EQ(ExpandBraces("src/{a,b}.ts").paths, (Paths{"src/a.ts", "src/b.ts"}));
  EXPECT_EQ(ExpandBraces("src/x.{h, cc}").paths, (Paths{"src/x.h", "src/x.cc"}));
  EXPECT_EQ(ExpandBraces("{a,b}/{c,d}").paths, (Paths{"a/c", "a/d", "b/c", "b/d"}));
  EXPECT_EQ(ExpandBraces("src/{a,b/{c,d}}.ts").paths, (Paths{"src/a.ts", "src/b/c.ts", "src/b/d.ts"}));
  EXPECT_EQ(ExpandBraces("x{,_test}.c").paths, (Paths{"x.c", "x_test.c"}));
}

TEST(Braces, WithoutACommaOrAPartnerTheyArePartOfAName) {
  for (const char* text : {"", "a.c", "app/{slug}/page.tsx", "a{b,c", "a}b{", "{}", "{{a}}"}) {
    EXPECT_EQ(ExpandBraces(text).paths, Paths{text});
    EXPECT_FALSE(HasBraces(text)) << text;
  }
  EXPECT_EQ(ExpandBraces("app/{slug}/{a,b}").paths, (Paths{"app/{slug}/a", "app/{slug}/b"}));
}

TEST(Braces, TooManyAreNotWhole) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "{a,b}";
  const BracedPaths expanded = ExpandBraces(text);
  EXPECT_FALSE(expanded.whole);
  EXPECT_LE(expanded.paths.size(), 256U);
}

}  // namespace
}  // namespace forge
