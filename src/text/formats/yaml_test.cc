#include "text/formats/yaml.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::string YamlText(std::string_view text, int first_line = 1) {
  Result<Json> json = ParseYaml(text, first_line);
  return json ? json->Dump() : "error: " + json.error().message;
}

TEST(Yaml, PlainScalarsAreTypedAndQuotedOnesAreNot) {
  EXPECT_EQ(YamlText("a: 1\nb: '1'\nc: 1.5\nd: true\ne: \"true\"\nf:\ng: ~\nh: yes\ni: -3\nj: 0x1F\nk: 1.2.3\n1: x\n"),
            R"({"a":1,"b":"1","c":1.5,"d":true,"e":"true","f":null,"g":null,"h":"yes","i":-3,"j":"0x1F",)"
            R"("k":"1.2.3","1":"x"})");
}

TEST(Yaml, ReadsBlocksAndFlowsAndComments) {
  EXPECT_EQ(
      YamlText("# c\nkey_links: []\n\nartifacts:\n    - path: a.cc   # why\n      min_lines: 3\n    - {path: b}\n"),
      R"({"key_links":[],"artifacts":[{"path":"a.cc","min_lines":3},{"path":"b"}]})");
  EXPECT_EQ(YamlText("a: |\n  x\n  y\r\nb: >-\n  x\n  y\n"), R"({"a":"x\ny\n","b":"x y"})");
  EXPECT_EQ(YamlText(""), "null");
}

TEST(Yaml, ErrorsSayTheLine) {
  EXPECT_TRUE(YamlText("a: 1\nb: [1\n").starts_with("error: line ")) << YamlText("a: 1\nb: [1\n");
  EXPECT_EQ(YamlText("a: 1\na: 2\n", 10), "error: line 11: duplicate key \"a\"");
  EXPECT_EQ(YamlText("a: 1\n? [x]\n: 2\n"), "error: line 2: a key that is not a string");
  EXPECT_TRUE(YamlText(std::string(kLargestYaml + 1, '#')).starts_with("error: line 1: 1048577 bytes"));
}

TEST(Yaml, NoTextGrowsWithoutBound) {
  EXPECT_EQ(YamlText("a: &x [1, 2]\nb: *x\n"), R"({"a":[1,2],"b":[1,2]})");
  std::string bomb = "a: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    std::string one = "*a" + std::to_string(i - 1);
    bomb += "b" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 9; ++k) bomb += one + " , ";
    bomb += one + " ]\n";
  }
  EXPECT_EQ(YamlText(bomb), "error: line 5: more than 100000 values");
  EXPECT_EQ(YamlText("a: &x [*x ]\n"), "error: line 1: an alias inside the value it names");
  EXPECT_TRUE(YamlText(std::string(5000, '[')).starts_with("error: ")) << "nesting";
  EXPECT_TRUE(YamlText(std::string(100, '[') + std::string(100, ']')).find("nested deeper") != std::string::npos);
  std::string keys;
  for (int i = 0; i < 45'000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  EXPECT_TRUE(ParseYaml(keys));
}

TEST(Yaml, WhatIsPrintedReadsBackTheSame) {
  for (const char* text :
       {R"({"a":1,"b":"1","c":[],"d":{},"e":[[1,[2]],{"x":{"y":[{"z":null}]}}],"f":"true","g":1.5})",
        R"(["- x","a: b","# c","'","\"","\n","a\nb"," a","a ","é","😀","|","&a","*a","{}","[","%","@","`x`",""])",
        R"({"a b":"x","":"empty","no":"no","~":"~","1":"1","x: y":[true,"null"],"-":"-","\u0001":"\u0007\t\u007f"})",
        "[[[]]]", "{}", "[]", "\"x\"", "17"}) {
    Json value = *ParseJson(text);
    Result<Json> back = ParseYaml(PrintYaml(value));
    ASSERT_TRUE(back) << PrintYaml(value) << back.error().message;
    EXPECT_EQ(back->Dump(), value.Dump()) << PrintYaml(value);
  }
  EXPECT_EQ(PrintYaml(*ParseJson(R"({"truths":["it works"],"artifacts":[{"path":"a.cc","min_lines":3}]})")),
            "truths:\n  - it works\nartifacts:\n  - path: a.cc\n    min_lines: 3\n");
}

}  // namespace
}  // namespace forge
