#include "agent/tools/mcp_questions.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Json Form(std::string_view schema) {
  return Json::MakeObject().Set("message", "Sure?").Set("requestedSchema", ParseJson(schema).value());
}

TEST(McpQuestions, AreDeclinedBecauseNoPersonCanAnswer) {
  const Json form = Form(R"({"type": "object", "properties": {"a": {"type": "string", "default": "x"}}})");
  const Json result = AnswerQuestion(form, false);
  EXPECT_EQ(result.Dump(), R"({"action":"decline"})");
  EXPECT_EQ(DescribeAnswer(form, result), "asked \"Sure?\": declined, because no person can answer during a unit");
}

TEST(McpQuestions, AServerThatMayGetsItsDefaults) {
  const Json form = Form(R"({"type": "object", "required": ["a"], "properties": {
      "a": {"type": "string", "default": "x"}, "b": {"type": "boolean", "default": true}, "c": {"type": "integer"}}})");
  const Json result = AnswerQuestion(form, true);
  EXPECT_EQ(result.Dump(), R"({"action":"accept","content":{"a":"x","b":true}})");
  EXPECT_EQ(DescribeAnswer(form, result), "asked \"Sure?\": accepted with its defaults");
}

TEST(McpQuestions, ARequiredFieldWithoutADefaultAndAnAddressAreDeclined) {
  EXPECT_EQ(AnswerQuestion(Form(R"({"required": ["a"], "properties": {"a": {"type": "string"}}})"), true).Dump(),
            R"({"action":"decline"})");
  const Json url = Json::MakeObject().Set("mode", "url").Set("url", "https://example.org").Set("message", "Log in");
  EXPECT_EQ(AnswerQuestion(url, true).Dump(), R"({"action":"decline"})");
}

}  // namespace
}  // namespace forge
