#include "model/json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "base/testing/seed.h"

namespace forge {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

Json Parsed(std::string_view text) {
  Result<Json> json = ParseJson(text);
  EXPECT_TRUE(json) << (json ? "" : json.error().message);
  return json ? *json : Json("(unreadable)");
}

std::string ErrorOf(std::string_view text) {
  Result<Json> json = ParseJson(text);
  EXPECT_FALSE(json);
  return json ? "" : json.error().message;
}

std::string Nested(int depth) {
  auto n = static_cast<std::size_t>(depth);
  return std::string(n, '[') + std::string(n, ']');
}

TEST(Json, EveryCommonTypeBecomesTheValueItLooksLike) {
  EXPECT_TRUE(Json(true).is_bool());
  EXPECT_TRUE(Json(1).is_int());
  EXPECT_TRUE(Json(1U).is_int());
  EXPECT_TRUE(Json(1L).is_int());
  EXPECT_TRUE(Json(1LL).is_int());
  EXPECT_TRUE(Json(std::size_t{1}).is_int());
  EXPECT_TRUE(Json(std::uint8_t{1}).is_int());
  EXPECT_TRUE(Json(1.0F).is_double());
  EXPECT_TRUE(Json(nullptr).is_null());
  EXPECT_TRUE(Json("x").is_string());
  EXPECT_TRUE(Json(std::string("x")).is_string());
  EXPECT_TRUE(Json(std::string_view("x")).is_string());
  static_assert(!std::is_constructible_v<Json, int*>);
  static_assert(!std::is_constructible_v<Json, char>);
}

TEST(Json, AnUnsignedNumberBeyondTheRangeIsADoubleNotANegativeOne) {
  Json json(std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(json.is_double());
  EXPECT_EQ(json.AsDouble(), 18446744073709551616.0);
}

TEST(Json, ReadsWithFallbacks) {
  EXPECT_EQ(Json("x").AsInt(7), 7);
  EXPECT_EQ(Json(3.0).AsInt(), 3);
  EXPECT_EQ(Json(3.5).AsInt(7), 7);
  EXPECT_EQ(Json(1e300).AsInt(7), 7);
  EXPECT_EQ(Json(9223372036854775808.0).AsInt(7), 7);
  EXPECT_EQ(Json(std::nan("")).AsInt(7), 7);
  EXPECT_EQ(Json(3).AsDouble(), 3.0);
  EXPECT_EQ(Json(1).AsBool(true), true);
  EXPECT_EQ(Json(1).AsString(), "");
  EXPECT_EQ(Json(1).AsString("none"), "none");
  EXPECT_TRUE(Json("x").AsArray().empty());
  EXPECT_TRUE(Json("x").AsObject().empty());
  EXPECT_TRUE(Json("x")["y"].is_null());
}

TEST(Json, TypesHaveTheNamesPeopleKnow) {
  EXPECT_EQ(Json().type_name(), "null");
  EXPECT_EQ(Json(false).type_name(), "boolean");
  EXPECT_EQ(Json(1).type_name(), "integer");
  EXPECT_EQ(Json(1.5).type_name(), "number");
  EXPECT_EQ(Json("").type_name(), "string");
  EXPECT_EQ(Json::MakeArray().type_name(), "array");
  EXPECT_EQ(Json::MakeObject().type_name(), "object");
}

TEST(Json, SetKeepsTheOrderAndReplacesInPlace) {
  Json json;
  json.Set("b", 1).Set("a", 2).Set("b", "x");
  EXPECT_EQ(json.Dump(), R"({"b":"x","a":2})");
  json.Set("c", Json().Append(1).Append(Json()));
  EXPECT_EQ(json["c"].Dump(), "[1,null]");
  EXPECT_TRUE(json.Has("a"));
  EXPECT_FALSE(json.Has("d"));
}

TEST(JsonDeathTest, SettingAMemberOfANumberIsABug) { EXPECT_DEATH(Json(1).Set("a", 1), "is_object"); }

TEST(Json, PathsGoThroughObjectsAndArrays) {
  Json json = Parsed(R"({"task":{"items":[{"n":1},{"n":2}],"0":"zero"}})");
  ASSERT_NE(json.FindPath("task.items.1.n"), nullptr);
  EXPECT_EQ(json.FindPath("task.items.1.n")->AsInt(), 2);
  EXPECT_EQ(json.FindPath("task.0")->AsString(), "zero");
  EXPECT_EQ(json.FindPath(""), &json);
  for (std::string_view missing : {"tusk", "task.items.2", "task.items.-1", "task.items.+1", "task.items.x", "task.",
                                   ".", "task.items.1.n.x", "task.items.99999999999999999999", "task.items."}) {
    EXPECT_EQ(json.FindPath(missing), nullptr) << missing;
  }
}

TEST(JsonDump, EscapesWhatMustBeEscapedAndReplacesBadBytes) {
  EXPECT_EQ(Json("\"\\/\b\f\n\r\t\x01\x1F\x7F").Dump(), "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\"");
  EXPECT_EQ(Json(std::string("a\0b", 3)).Dump(), "\"a\\u0000b\"");
  EXPECT_EQ(Json("ä€😀").Dump(), "\"ä€😀\"");
  EXPECT_EQ(Json("x\xFFy\xC3").Dump(), "\"x\xEF\xBF\xBDy\xEF\xBF\xBD\"");
  EXPECT_EQ(Json().Set("\xFF\n", 1).Dump(), "{\"\xEF\xBF\xBD\\n\":1}");
}

TEST(JsonDump, WritesNumbersSoThatTheyComeBackAsTheSameType) {
  EXPECT_EQ(Json(kMin).Dump(), "-9223372036854775808");
  EXPECT_EQ(Json(1.0).Dump(), "1.0");
  EXPECT_EQ(Json(-0.0).Dump(), "-0.0");
  EXPECT_EQ(Json(0.1).Dump(), "0.1");
  EXPECT_EQ(Json(1e100).Dump(), "1e+100");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).Dump(), "null");
  EXPECT_EQ(Json(std::nan("")).Dump(), "null");
}

TEST(JsonDump, IndentsOnRequest) {
  Json json = Parsed(R"({"a":[1,{}],"b":[],"c":{"d":null}})");
  EXPECT_EQ(json.Dump(2), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n  \"c\": {\n    \"d\": null\n  }\n}");
  EXPECT_EQ(Parsed(json.Dump(2)), json);
}

TEST(JsonDump, AppendsToWhatIsThere) {
  std::string line = "data: ";
  Json::MakeArray().DumpTo(line);
  EXPECT_EQ(line, "data: []");
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  EXPECT_EQ(Parsed(" null ").Dump(), "null");
  EXPECT_EQ(Parsed("true"), Json(true));
  EXPECT_EQ(Parsed("-12"), Json(-12));
  EXPECT_EQ(Parsed("1.0"), Json(1.0));
  EXPECT_EQ(Parsed("1e2"), Json(100.0));
  EXPECT_EQ(Parsed(R"("\u00e4\ud83d\ude00\n")"), Json("ä😀\n"));
  EXPECT_EQ(Parsed("[[],{}]"), Json(Json::Array{Json::MakeArray(), Json::MakeObject()}));
  EXPECT_EQ(Parsed(R"({"z":1,"a":2})").AsObject()[0].first, "z");
}

TEST(ParseJson, IntegersBeyondSixtyFourBitsBecomeDoubles) {
  EXPECT_EQ(Parsed("9223372036854775807"), Json(kMax));
  EXPECT_EQ(Parsed("-9223372036854775808"), Json(kMin));
  EXPECT_EQ(Parsed("9223372036854775808"), Json(9223372036854775808.0));
  EXPECT_EQ(Parsed("-9223372036854775809"), Json(-9223372036854775808.0));
  EXPECT_EQ(Parsed("123456789012345678901234567890"), Json(123456789012345678901234567890.0));
}

TEST(ParseJson, OfRepeatedMembersTheLastWinsInThePlaceOfTheFirst) {
  EXPECT_EQ(Parsed(R"({"a":1,"b":2,"a":3,"c":4,"a":[5]})").Dump(), R"({"a":[5],"b":2,"c":4})");
  std::string text = "{";
  for (int i = 0; i < 100; ++i) text += "\"k" + std::to_string(i % 50) + "\":" + std::to_string(i) + ",";
  text += "\"end\":true}";
  Json json = Parsed(text);
  ASSERT_EQ(json.AsObject().size(), 51U);
  for (int i = 0; i < 50; ++i) {
    auto at = static_cast<std::size_t>(i);
    EXPECT_EQ(json.AsObject()[at].first, "k" + std::to_string(i));
    EXPECT_EQ(json.AsObject()[at].second, Json(i + 50));
  }
}

TEST(ParseJson, RefusesWhatIsNotOneValue) {
  for (std::string_view bad :
       {"",        " ",           "nul",      "{",       "[1,]",  "{\"a\":1,}", "{a:1}", "'a'",
        "01",      "1.",          ".5",       "+1",      "NaN",   "1 2",        "[1] x", "\"\n\"",
        "\"\\x\"", "\"\\ud800\"", "\"\xFF\"", "// c\n1", "1e999", "{\"a\" 1}",  "]",     "\"abc"}) {
    EXPECT_FALSE(ParseJson(bad)) << bad;
  }
  EXPECT_EQ(ErrorOf(std::string_view("[1]\n\0x", 6)), "JSON, line 2, column 1 (byte 5): a NUL byte");
}

TEST(ParseJson, SaysWhereTheFaultIs) {
  EXPECT_TRUE(ErrorOf("{\n  \"a\": x\n}").starts_with("JSON, line 2, column 8 (byte 10): "))
      << ErrorOf("{\n  \"a\": x\n}");
  EXPECT_NE(ErrorOf("[1 2]").find("line 1, column 4"), std::string::npos) << ErrorOf("[1 2]");
  EXPECT_EQ(ErrorOf("[1 2]").find("json.exception"), std::string::npos);
  EXPECT_EQ(ParseJson("").error().code, Code::kInvalid);
  EXPECT_LT(ErrorOf("\"" + std::string(100000, 'x')).size(), 500U);
}

TEST(ParseJson, NestingIsAllowedUpToTheLimitAndRefusedBeyond) {
  EXPECT_TRUE(ParseJson(Nested(256)));
  EXPECT_NE(ErrorOf(Nested(257)).find("column 257 (byte 257): nested deeper than 256"), std::string::npos);
  EXPECT_FALSE(ParseJson(Nested(10'000'000)));
  EXPECT_TRUE(ParseJson("[[]]", 2));
  EXPECT_FALSE(ParseJson("[[]]", 1));
  EXPECT_TRUE(ParseJson("1", 0));
  EXPECT_FALSE(ParseJson("[]", 0));
  EXPECT_TRUE(ParseJson("[[],[],[{}]]", 3));
}

TEST(ParseJson, TheNestingFaultIsFoundBehindBracketsInStrings) {
  Result<Json> json = ParseJson("[\"[\\\"[\",\n[[]]]", 2);
  ASSERT_FALSE(json);
  EXPECT_EQ(json.error().message, "JSON, line 2, column 2 (byte 11): nested deeper than 2");
}

class RandomJson {
 public:
  explicit RandomJson(unsigned seed) : random_(seed) {}

  Json Value(int depth) {
    switch (Below(depth > 0 ? 7 : 5)) {
      case 0: return nullptr;
      case 1: return Below(2) == 0;
      case 2: return Integer();
      case 3: return Double();
      case 4: return Text();
      case 5: {
        Json array = Json::MakeArray();
        for (std::uint64_t n = Below(5); n > 0; --n) array.Append(Value(depth - 1));
        return array;
      }
      default: {
        Json object = Json::MakeObject();
        for (std::uint64_t n = Below(20); n > 0; --n) object.Set(Text(), Value(depth - 1));
        return object;
      }
    }
  }

  std::uint64_t Below(std::uint64_t limit) { return random_() % limit; }

 private:
  Json Integer() {
    constexpr std::int64_t kEdges[] = {0, -1, kMax, kMin, kMax - 1};
    if (Below(4) == 0) return kEdges[Below(5)];
    return static_cast<std::int64_t>(random_() >> Below(64));
  }
  Json Double() {
    for (;;) {
      double value = Below(3) == 0 ? static_cast<double>(Below(100)) : std::bit_cast<double>(random_());
      if (std::isfinite(value)) return value;
    }
  }
  std::string Text() {
    static constexpr std::string_view kPieces[] = {"a",  "key", "\"", "\\",   "\n", "\x01", "\x7F", "ä", "€",
                                                   "😀", "{}",  "/",  "\\u0", " ",  "[",    "]",    ",", ":"};
    std::string text;
    for (std::uint64_t n = Below(6); n > 0; --n) text += kPieces[Below(std::size(kPieces))];
    if (Below(20) == 0) text += '\0';
    return text;
  }

  std::mt19937_64 random_;
};

TEST(ParseJson, RandomValuesComeBackTheSameInBothForms) {
  const unsigned first = TestSeed();
  for (unsigned i = 0; i < 2000; ++i) {
    const unsigned seed = first + i;
    Json json = RandomJson(seed).Value(4);
    for (int indent : {-1, 0, 3}) {
      Result<Json> back = ParseJson(json.Dump(indent));
      ASSERT_TRUE(back) << "FORGE_SEED=" << seed << ": " << back.error().message;
      ASSERT_EQ(*back, json) << "FORGE_SEED=" << seed << ": " << json.Dump();
    }
  }
}

TEST(ParseJson, GarbageIsAnErrorOrAValueThatCanBeWrittenAndNeverACrash) {
  const unsigned first = TestSeed();
  for (unsigned i = 0; i < 5000; ++i) {
    const unsigned seed = first + i;
    RandomJson random(seed);
    std::string text = random.Value(3).Dump();
    for (std::uint64_t edits = 1 + random.Below(4); edits > 0; --edits) {
      std::size_t at = random.Below(text.size() + 1);
      switch (random.Below(3)) {
        case 0: text.resize(at); break;
        case 1: text.insert(at, 1, static_cast<char>(random.Below(256))); break;
        default: text.insert(at, text.substr(0, random.Below(10))); break;
      }
    }
    Result<Json> json = ParseJson(text);
    if (json) {
      ASSERT_EQ(ParseJson(json->Dump()), *json) << "FORGE_SEED=" << seed;
    } else {
      ASSERT_LT(json.error().message.size(), 600U) << "FORGE_SEED=" << seed;
    }
  }
}

// Work, not time: a square in the number of members would take hours here, and the test's time limit ends it.
TEST(ParseJson, HugeInputTakesLinearTime) {
  constexpr int kMembers = 300'000;
  std::string object = "{";
  for (int i = 0; i < kMembers; ++i) object += "\"key" + std::to_string(i) + "\":[" + std::to_string(i) + "],";
  object += "\"key0\":null}";
  Json json = Parsed(object);
  ASSERT_EQ(json.AsObject().size(), static_cast<std::size_t>(kMembers));
  EXPECT_TRUE(json["key0"].is_null());
  EXPECT_EQ(Parsed(json.Dump()), json);
  std::string text(30'000'000, '\xFF');
  EXPECT_EQ(Json(text).Dump().size(), text.size() * 3 + 2);
  EXPECT_FALSE(ParseJson(text));
  EXPECT_FALSE(ParseJson(std::string(5'000'000, '[')));
  EXPECT_FALSE(ParseJson("\"" + std::string(30'000'000, 'x')));
}

}  // namespace
}  // namespace forge
