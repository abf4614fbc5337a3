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

TEST(Braces, NestedAndUnmatchedBracesAreReadInOneWalk) {
  EXPECT_EQ(ExpandBraces("{x{a,b}}").paths, (Paths{"{xa}", "{xb}"}));
  EXPECT_EQ(ExpandBraces("{a{b,c}").paths, (Paths{"{ab", "{ac"}));
  EXPECT_EQ(ExpandBraces("}{a,b}{").paths, (Paths{"}a{", "}b{"}));
  EXPECT_EQ(ExpandBraces("{a,{b,{c,d}}}").paths, (Paths{"a", "b", "c", "d"}));
  EXPECT_EQ(ExpandBraces("{a{1,2},b}/{c,d}").paths, (Paths{"a1/c", "a1/d", "a2/c", "a2/d", "b/c", "b/d"}));
}

TEST(Braces, ALongTextIsAName) {
  const std::string most = std::string(507, 'x') + "{a,b}";
  EXPECT_TRUE(HasBraces(most));
  EXPECT_EQ(ExpandBraces(most).paths.size(), 2U);
  EXPECT_FALSE(HasBraces("x" + most));
  EXPECT_EQ(ExpandBraces("x" + most).paths, Paths{"x" + most});
}

TEST(Braces, TooManyAreNotWhole) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "{a,b}";
  const BracedPaths expanded = ExpandBraces(text);
  EXPECT_FALSE(expanded.whole);
  EXPECT_EQ(expanded.paths.size(), 256U);
  for (const std::string& path : expanded.paths) EXPECT_EQ(path.size(), 20U) << "each is one of them";
  EXPECT_TRUE(ExpandBraces("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}").whole) << "256";
}

}  // namespace
}  // namespace forge
