#include "text/review/result_block.h"

#include <gtest/gtest.h>

#include "base/testing/cpu_limit.h"
#include "text/json_spans.h"

namespace forge {
namespace {

Json J(std::string_view text) {
  auto value = ParseJson(text);
  if (!value) ADD_FAILURE() << value.error().message << " in " << text;
  return value ? *value : Json();
}

using Texts = std::vector<std::string>;

Texts Objects(std::string_view text) {
  Texts found;
  for (JsonSpan span : FindJsonObjects(text)) found.emplace_back(text.substr(span.begin, span.end - span.begin));
  return found;
}

TEST(FindJsonObjects, FindsThemBetweenOtherText) {
  EXPECT_EQ(Objects("use {x} or {\"a\": 1} and [{}] {\"b\":[{\"c\":null}]}!"),
            (Texts{"{\"a\": 1}", "{}", "{\"b\":[{\"c\":null}]}"}));
}

TEST(FindJsonObjects, BracesInStringsAndEscapesDoNotConfuseIt) {
  EXPECT_EQ(Objects(R"({"a": "}{\"", "b": "\\"} tail)"), Texts{R"({"a": "}{\"", "b": "\\"})"});
}

TEST(FindJsonObjects, KnowsEveryEscapeAndNumber) {
  std::string text = R"({"a": "\ud83d\ude00 \u00e9\n\/", "b": [0, -0.5e+3, 12.0E1, 1e-7], "": true})";
  EXPECT_EQ(Objects(text), Texts{text});
}

TEST(FindJsonObjects, AnObjectBehindABrokenOneIsFound) {
  EXPECT_EQ(Objects(R"({"note: see {"status": "done"})"), Texts{R"({"status": "done"})"});
  EXPECT_EQ(Objects(R"({"a": {"b": 1}, oops)"), Texts{R"({"b": 1})"});
  EXPECT_EQ(Objects(R"(he said " and then {"b": 1})"), Texts{R"({"b": 1})"});
}

TEST(FindJsonObjects, WhatIsNoJsonIsNotFound) {
  for (const char* text : {"",
                           "{",
                           "}",
                           "{'a': 1}",
                           "{\"a\"}",
                           "{\"a\": }",
                           "{\"a\": 1,}",
                           "{\"a\": tru}",
                           "{\"a\": \"x\ny\"}",
                           "{\"a\": [1}",
                           "[1, 2]",
                           R"({"a": "\q"})",
                           R"({"a": "\u12"})",
                           R"({"a": "\ud800"})",
                           R"({"a": "\udc00"})",
                           "{\"a\": 01}",
                           "{\"a\": 1.}",
                           "{\"a\": -}",
                           "{\"a\": 1e}",
                           "{\"a\": +1}",
                           "{{}",
                           "{\"a\": 1"}) {
    Texts found = Objects(text);
    EXPECT_TRUE(found.empty() || found == Texts{"{}"}) << text;
  }
}

// Each of these costs the square of its length when parsing starts anew at every brace.
TEST(FindJsonObjects, TakesNoLongerThanItsInputIsLong) {
  const CpuLimit limit;
  constexpr std::size_t kBytes = 4'000'000;
  for (std::string_view unit : {"{", "\"{\"", "{\"", "{\"a\":", "{\"a\":[", "[[", "{\"a\":1,", "\"{\",", "{\":\",\"",
                                "{}", "[", "\\\"{", "{\"{\":\"", "{   ", "[{\"a\":\"", "\":{\""}) {
    std::string text;
    text.reserve(kBytes + unit.size());
    while (text.size() < kBytes) text += unit;
    EXPECT_EQ(FindJsonObjects(text).size(), unit == "{}" ? kBytes / 2 : 0) << unit;
  }
  EXPECT_TRUE(FindJsonObjects(std::string(20'000'000, '{')).empty());
  std::string nested(200'000, '[');
  for (int i = 0; i < 200'000; ++i) nested += "],[]";
  EXPECT_TRUE(FindJsonObjects("{\"a\":" + nested + "}").empty());
}

TEST(CheckSchema, NamesTheWayToEveryViolation) {
  Json schema = J(R"({"type": "object", "required": ["status", "steps"], "additionalProperties": false, "properties": {
      "status": {"enum": ["done", "blocked"]},
      "note": {"type": ["string", "null"]},
      "steps": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["id"],
                "properties": {"id": {"type": "string"}, "n": {"type": "integer"}}}}}})");
  EXPECT_EQ(CheckSchema(J(R"({"status": "done", "note": null, "steps": [{"id": "a", "n": 2.0}]})"), schema), Texts{});
  EXPECT_EQ(CheckSchema(J(R"({"status": "maybe", "note": 3, "steps": [{"id": 1}, {"n": 1.5}, 7], "x": 1})"), schema),
            (Texts{"x: is not allowed here", "status: expected one of [\"done\",\"blocked\"], got \"maybe\"",
                   "note: expected string or null, got integer", "steps[0].id: expected string, got integer",
                   "steps[1].id: is missing", "steps[1].n: expected integer, got number",
                   "steps[2]: expected object, got integer"}));
  EXPECT_EQ(CheckSchema(J(R"({"steps": []})"), schema),
            (Texts{"status: is missing", "steps: expected at least 1 items, got 0"}));
  EXPECT_EQ(CheckSchema(J("[]"), J(R"({"type": "object"})")), Texts{"(root): expected object, got array"});
}

TEST(CheckSchema, NumbersAreIntegersToo) {
  EXPECT_EQ(CheckSchema(J("3"), J(R"({"type": "number"})")), Texts{});
  EXPECT_EQ(CheckSchema(J("3.5"), J(R"({"type": "integer"})")).size(), 1U);
}

TEST(CheckSchema, ARuleItDoesNotKnowIsNeverTakenAsKept) {
  EXPECT_EQ(CheckSchema(J("\"x\""), J(R"({"pattern": "^y", "description": "d"})")),
            Texts{"(root): the schema's keyword \"pattern\" is not supported"});
  EXPECT_EQ(CheckSchema(J("1"), J(R"({"type": "int"})")).size(), 1U);
}

TEST(CheckSchema, SaysNoMoreThanCanBeRead) {
  Json list = Json::MakeArray();
  for (int i = 0; i < 1000; ++i) list.Append(i);
  EXPECT_EQ(CheckSchema(list, J(R"({"items": {"type": "string"}})")).size(), 20U);
}

TEST(ResultBlock, IsTheLastObjectThatFits) {
  Json schema = J(R"({"required": ["status"]})");
  ResultBlock block = FindResultBlock(R"({"status": "old"} text
```json
{"status": "done", "meta": {"status": "inner"}}
```
and an example: {"x": 1})",
                                      schema);
  ASSERT_TRUE(block.ok());
  EXPECT_EQ(block.value["status"].AsString(), "done");
  EXPECT_TRUE(block.violations.empty());
}

TEST(ResultBlock, AnEmptySchemaFitsAnyObject) {
  EXPECT_EQ(FindResultBlock("{\"a\":1} {\"b\":2}", Json()).value.Dump(), "{\"b\":2}");
  EXPECT_EQ(FindResultBlock("{\"a\":1}", Json::MakeObject()).value.Dump(), "{\"a\":1}");
}

TEST(ResultBlock, SaysWhatIsWrongWithTheLastObjectWhenNoneFits) {
  ResultBlock block = FindResultBlock("{\"a\":1} {\"b\":2}", J(R"({"required": ["b", "c"]})"));
  EXPECT_FALSE(block.ok());
  EXPECT_EQ(block.violations, Texts{"c: is missing"});
  EXPECT_EQ(FindResultBlock("no block [1, 2]", Json()).violations, Texts{"no JSON object found"});
}

TEST(ResultBlock, WhatNestsTooDeepIsNoAnswer) {
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "{\"a\":";
  deep += "1" + std::string(1000, '}');
  EXPECT_FALSE(FindResultBlock(deep, Json()).ok());
  EXPECT_TRUE(FindResultBlock("{\"ok\":1}" + deep, Json()).ok());
}

TEST(ResultBlock, InvalidBytesAroundItDoNoHarm) {
  std::string text("\xFF\xFE\0{\"a\": 1}\r\n\xC3", 15);
  EXPECT_EQ(FindResultBlock(text, Json()).value["a"].AsInt(), 1);
  EXPECT_EQ(FindResultBlock("{\"a\": \"x\xFFy\"}", Json()).value["a"].AsString(), "x\xEF\xBF\xBDy");
}

}  // namespace
}  // namespace forge
