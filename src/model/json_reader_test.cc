#include "model/json_reader.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/testing/seed.h"

namespace forge {
namespace {

// What the reader takes, as text; "-" for what it leaves to the slow parser.
std::string Quickly(std::string_view text, int max_depth = kMaxJsonDepth) {
  const auto value = ReadSoundJson(text, max_depth);
  return value ? value->Dump() : "-";
}

TEST(JsonReader, ReadsEveryKindOfValue) {
  EXPECT_EQ(Quickly(" [ null , true , false , -12 , 1.0 , 1e2 , \"x\" , [ ] , { } ] "),
            R"([null,true,false,-12,1.0,100.0,"x",[],{}])");
  EXPECT_EQ(Quickly(R"({"b":{"c":[1,{"d":"e"}]},"a":2})"), R"({"b":{"c":[1,{"d":"e"}]},"a":2})");
  EXPECT_EQ(Quickly(R"("a longer text with \"quotes\", \\ \/ \b\f\n\r\t and \u00e4\u20ac\ud83d\ude00 and ä€😀")"),
            R"("a longer text with \"quotes\", \\ / \b\f\n\r\t and ä€😀 and ä€😀")");
  EXPECT_EQ(Quickly(R"("\u0000")"), R"("\u0000")");
}

TEST(JsonReader, NumbersAreTheSameAsTheSlowParsers) {
  for (std::string_view number :
       {"0", "-0", "-0.0", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "1E+2", "0.1", "5e-324",
        "1.7976931348623157e308", "2.2250738585072011e-308", "0e0", "100000000000000000000000000000000000001"}) {
    const auto quick = ReadSoundJson(number);
    ASSERT_TRUE(quick) << number;
    EXPECT_EQ(*quick, *ParseJsonSlowly(number)) << number;
  }
}

TEST(JsonReader, LeavesToTheSlowParserWhatItDoesNotTake) {
  for (std::string_view bad : {"",
                               " ",
                               "nul",
                               "truE",
                               "{",
                               "[1,]",
                               "{\"a\":1,}",
                               "{a:1}",
                               "'a'",
                               "01",
                               "-",
                               "1.",
                               ".5",
                               "+1",
                               "1e",
                               "1e+",
                               "1 2",
                               "[1] x",
                               "\"\n\"",
                               "\"\\x\"",
                               "\"\\u12\"",
                               "\"\\u12g4\"",
                               "\"\\ud800\"",
                               "\"\\udc00\"",
                               "\"\\ud800\\u0041\"",
                               "\"\xFF\"",
                               "\"\xC3\"",
                               "\"\xED\xA0\x80\"",
                               "1e999",
                               "{\"a\" 1}",
                               "]",
                               "\"abc",
                               "\"abc\\",
                               "[1 2]",
                               "{1:2}",
                               "\xEF\xBB\xBF[1]",
                               "// c\n1"}) {
    EXPECT_EQ(Quickly(bad), "-") << bad;
  }
  EXPECT_EQ(Quickly(std::string_view("[1]\0", 4)), "-");
}

TEST(JsonReader, WhatTheSlowParserAloneTakesIsStillRead) {
  EXPECT_EQ(ParseJson("\xEF\xBB\xBF[1]")->Dump(), "[1]");
  EXPECT_EQ(ParseJson("[1e-999]")->Dump(), "[0.0]");
}

TEST(JsonReader, DepthEndsWhereParseJsonEndsIt) {
  EXPECT_EQ(Quickly("[[]]", 2), "[[]]");
  EXPECT_EQ(Quickly("[[]]", 1), "-");
  EXPECT_EQ(Quickly("1", 0), "1");
  EXPECT_EQ(Quickly("{}", 0), "-");
  EXPECT_EQ(Quickly("[[],[],[{}]]", 3), "[[],[],[{}]]");
  EXPECT_EQ(Quickly(std::string(10'000'000, '[')), "-");
}

TEST(JsonReader, OfRepeatedMembersTheLastWinsInThePlaceOfTheFirst) {
  EXPECT_EQ(Quickly(R"({"a":1,"b":2,"a":3,"c":4,"a":[5]})"), R"({"a":[5],"b":2,"c":4})");
  EXPECT_EQ(Quickly(R"({"":1,"":2})"), R"({"":2})");
}

TEST(JsonReader, AQuoteIsFoundAtEveryPlaceOfAWord) {
  for (std::size_t length = 0; length < 40; ++length) {
    const std::string text(length, 'x');
    EXPECT_EQ(Quickly("\"" + text + "\""), "\"" + text + "\"");
    EXPECT_EQ(Quickly("\"" + text + "\\n\""), "\"" + text + "\\n\"");
    EXPECT_EQ(Quickly("\"" + text + "ä\""), "\"" + text + "ä\"");
    EXPECT_EQ(Quickly("\"" + text + "\x1F\""), "-");
  }
}

TEST(JsonItems, ComeOneByOneAndTheRestStays) {
  std::vector<std::string> items;
  std::size_t read = 0;
  const std::string_view text = R"({"a":1,"list":[{"x":[1,2]},3,{"y":"z"}],"b":{"list":[4]}})";
  const auto rest = ReadJsonItems(text, "list", [&](Json& item, std::size_t bytes) {
    items.push_back(item.Dump());
    EXPECT_GT(bytes, read);
    read = bytes;
  });
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->Dump(), R"({"a":1,"list":[],"b":{"list":[4]}})");
  EXPECT_EQ(items, (std::vector<std::string>{R"({"x":[1,2]})", "3", R"({"y":"z"})"}));
  EXPECT_LT(read, text.size());
}

TEST(JsonItems, NothingWhereTheMemberIsNoSingleArrayOrTheTextIsUnsound) {
  for (std::string_view text : {R"({"a":1})", R"({"list":{}})", R"({"list":[1],"list":[2]})", R"({"list":[1)",
                                R"({"list":[1]} x)", R"(["list"])", "", R"({"list":[1,]})"}) {
    EXPECT_FALSE(ReadJsonItems(text, "list", [](Json&, std::size_t) {})) << text;
  }
}

// Broken in any place, the two parsers agree about what is read, and the quick one never takes more.
TEST(JsonReader, NeverTakesWhatTheSlowParserRefuses) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 dice(seed);
  const std::string sound =
      R"({"a":[1,-2.5e3,"b\u00e4\ud83d\ude00\\",{"c":null,"d":[true,false]}],"ä":{"a":{"a":[]}}})";
  constexpr std::string_view kBytes = "\"\\{}[],:0123456789eE+-.utfn \n\x01\x7F\x80\xC3\xA4\xED\xF0";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = sound;
    for (auto edits = 1 + dice() % 3; edits > 0; --edits) {
      const std::size_t at = dice() % text.size();
      switch (dice() % 3) {
        case 0: text[at] = kBytes[dice() % kBytes.size()]; break;
        case 1: text.erase(at, 1 + dice() % 4); break;
        default: text.insert(at, 1, kBytes[dice() % kBytes.size()]); break;
      }
      if (text.empty()) text = "1";
    }
    const auto quick = ReadSoundJson(text);
    const auto slow = ParseJsonSlowly(text);
    if (quick) {
      ASSERT_TRUE(slow) << text;
      ASSERT_EQ(*quick, *slow) << text;
    } else if (slow) {
      ASSERT_EQ(ParseJson(text), *slow) << text;
    }
  }
}

}  // namespace
}  // namespace forge
